/** The judge: what each ply of a repetition does, in words and on the board. */
import { ask, Refused } from './api.js';
import { t } from './words.js';

/** @typedef {{kind: 'check' | 'threat' | 'attack', from: string, to: string, text: string}} Fact */
/** @typedef {{number: number, name: {iccs: string, wxf: string, zh: string}, facts: Fact[]}} Ply */

export class Judge {
  /**
   * @param {(id: string) => any} $
   * @param {() => import('./api.js').GameText} game
   * @param {(ply: number, arrows: import('./board.js').Arrow[]) => void} show
   */
  constructor($, game, show) {
    this.$ = $;
    this.game = game;
    this.show = show;
    /** @type {{plies: Ply[], sides: {text: string}[], text: string} | null} */
    this.answer = null;
  }

  async ask() {
    try {
      this.answer = await ask('/api/judge', { ...this.game(), rule: this.$('judge-rule').value });
    } catch (error) {
      this.answer = { plies: [], sides: [], text: error instanceof Refused ? error.message : t('lost') };
    }
    this.translate();
  }

  translate() {
    const { $, answer } = this;
    $('judge-verdict').textContent = answer ? [...answer.sides.map((side) => side.text), answer.text].join('\n') : '';
    $('judge-plies').replaceChildren(...(answer?.plies ?? []).map((ply) => {
      const row = document.createElement('li');
      row.value = ply.number;
      const button = document.createElement('button');
      const zh = document.documentElement.lang.startsWith('zh');
      button.textContent = zh ? ply.name.zh : ply.name.wxf;
      button.addEventListener('click', () => this.show(ply.number, ply.facts.map(({ from, to, kind }) => ({ from, to, kind }))));
      row.append(button, ...ply.facts.map((fact) => {
        const text = document.createElement('span');
        text.className = `fact ${fact.kind}`;
        text.textContent = fact.text;
        return text;
      }));
      return row;
    }));
  }
}
