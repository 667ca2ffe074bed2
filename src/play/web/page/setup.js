/** The set-up board: pieces are placed freely, and the server says whether the position can be. */
import { ask, Refused } from './api.js';
import { piecesOf, svg } from './board.js';
import { GLYPHS } from './glyphs.js';
import { pieceName, t } from './words.js';

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';
const ERASER = 'x';

export class Setup {
  /**
   * @param {import('./board.js').Board} board
   * @param {(id: string) => any} $
   * @param {(fen: string) => void} use
   */
  constructor(board, $, use) {
    this.board = board;
    this.$ = $;
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    this.tool = 'R';
    this.language = 'en';
    $('setup-clear').addEventListener('click', () => this.set(new Map()));
    $('setup-start').addEventListener('click', () => this.set(piecesOf(START)));
    $('setup-side').addEventListener('change', () => this.check());
    $('setup-use').addEventListener('click', () => use(this.fen()));
  }

  /**
   * @param {Map<string, string>} pieces
   * @param {string} side
   * @param {boolean} flipped
   * @param {import('./game.js').Settings} settings
   */
  open(pieces, side, flipped, settings) {
    this.$('setup-side').value = side;
    this.turn(flipped, settings);
    this.set(pieces);
    this.translate();
  }

  /** @param {boolean} flipped @param {import('./game.js').Settings} settings */
  turn(flipped, settings) {
    this.language = settings.language;
    this.board.root.classList.add('setup');
    this.board.orient(flipped, settings.coordinates);
  }

  /** @param {Map<string, string>} pieces */
  set(pieces) {
    this.pieces = pieces;
    this.board.show(new Map(pieces), { selected: null, targets: [], last: null, check: null, arrows: [] });
    this.check();
  }

  fen() {
    const rows = [];
    for (let rank = 9; rank >= 0; rank--) {
      let row = '';
      for (const file of 'abcdefghi') row += this.pieces.get(file + rank) ?? '1';
      rows.push(row.replace(/1+/g, (run) => String(run.length)));
    }
    return `${rows.join('/')} ${this.$('setup-side').value} - - 0 1`;
  }

  /** @param {string} square */
  choose(square) {
    const next = new Map(this.pieces);
    const there = next.get(square);
    if (this.tool === ERASER || there === this.tool) next.delete(square);
    else next.set(square, this.tool);
    this.set(next);
  }

  /** @param {string} from @param {string} to */
  drag(from, to) {
    const next = new Map(this.pieces);
    const piece = next.get(from);
    next.delete(from);
    if (piece) next.set(to, piece);
    this.set(next);
  }

  async check() {
    const fen = this.fen();
    let [text, isValid] = [t('valid'), true];
    try {
      await ask('/api/position', { fen, moves: '', lang: this.language });
    } catch (error) {
      [text, isValid] = [error instanceof Refused ? error.message : t('lost'), false];
    }
    if (fen !== this.fen()) return;
    this.$('setup-verdict').textContent = text;
    this.$('setup-verdict').className = isValid ? 'good' : 'bad';
    this.$('setup-use').disabled = !isValid;
  }

  /** The box with the pieces. */
  translate() {
    this.language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
    const box = this.$('box');
    box.replaceChildren();
    for (const piece of [...'KABNRCPkabnrcp', ERASER]) {
      const button = document.createElement('button');
      const name = piece === ERASER ? t('eraser') : pieceName(piece);
      button.setAttribute('role', 'radio');
      button.setAttribute('aria-checked', String(piece === this.tool));
      button.setAttribute('aria-label', name);
      button.title = name;
      const root = svg('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, button);
      const man = svg('g', { class: `man ${piece < 'a' ? 'red' : 'black'}` }, root);
      if (piece === ERASER) {
        svg('path', { d: 'M-25-25l50 50M25-25l-50 50', class: 'eraser' }, man);
      } else {
        svg('circle', { r: 44, class: 'disc' }, man);
        svg('path', { d: GLYPHS[piece], transform: 'scale(.62)', class: 'glyph' }, man);
      }
      button.addEventListener('click', () => { this.tool = piece; this.translate(); });
      box.append(button);
    }
    this.check();
  }
}
