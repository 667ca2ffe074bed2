/**
 * A match under way, to look at: boards with clocks, the cross table, and Elo over the games.
 */
import { Board, piecesOf, svg } from './board.js';
import { loadSettings, saveSettings } from './game.js';
import { browserLanguage, pieceName, speak, t, translatePage } from './words.js';

/**
 * @typedef {object} BoardScene
 * @property {number} game
 * @property {[string, string]} players red first
 * @property {string} fen
 * @property {number} plies
 * @property {[string, string, string] | null} last in coordinates, WXF and Chinese
 * @property {boolean} check
 * @property {([number, number] | null)[]} opinions score from the own view, and depth
 * @property {(number | null)[]} clocks milliseconds when the side to move began to think
 * @property {number} since when it began, in milliseconds of the match
 * @property {[string, string] | null} end result and reason
 */
/** @typedef {{name: string, rating: (number | null)[], results: [number, number, number][]}} EngineScene */
/** @typedef {{elo: (number | null)[], superiority: number | null, llr: number[] | null, course: (number | null)[][]}} Duel */
/** @typedef {{over: boolean, played: number, total: number, boards: BoardScene[], engines: EngineScene[], duel: Duel | null}} Scene */

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);
const settings = loadSettings({
  language: browserLanguage(), theme: 'auto', coordinates: 'none', notation: '',
  animation: !matchMedia('(prefers-reduced-motion: reduce)').matches, sound: false, thinking: false, count: 3,
});
document.documentElement.dataset.theme = settings.theme;

/** @type {Scene | null} */
let scene = null;
let isConnected = false;
/** The browser's time when the match began. */
let matchStart = 0;

/** One board with its players. */
class Table {
  constructor() {
    this.root = document.createElement('article');
    this.root.className = 'panel';
    this.title = document.createElement('h2');
    [this.top, this.bottom] = ['top', 'bottom'].map((name) => {
      const line = document.createElement('div');
      line.className = `player ${name}`;
      line.append(...['name', 'opinion', 'clock'].map((part) => { const span = document.createElement('span'); span.className = part; return span; }));
      return line;
    });
    const host = document.createElement('div');
    this.note = document.createElement('p');
    this.root.append(this.title, this.top, host, this.bottom, this.note);
    this.board = new Board(host, () => {}, () => {}, () => false);
    this.board.root.classList.toggle('animated', settings.animation);
    this.board.root.setAttribute('aria-readonly', 'true');
    this.board.describe = (square, piece, marks) => [square, piece ? pieceName(piece) : t('empty'),
      ...(marks.check === square ? [t('check')] : [])].join(', ');
    $('boards').append(this.root);
  }

  /** @param {BoardScene} game */
  show(game) {
    this.game = game;
    const isRedToMove = game.fen.split(' ')[1] !== 'b';
    const pieces = piecesOf(game.fen);
    const king = isRedToMove ? 'K' : 'k';
    const check = game.check ? [...pieces].find(([, piece]) => piece === king)?.[0] ?? null : null;
    this.title.textContent = t('gameNumber', game.game);
    this.board.root.setAttribute('aria-label', `${t('gameNumber', game.game)}: ${game.players.join(' – ')}`);
    this.board.orient(false, settings.coordinates);
    this.board.show(pieces, { selected: null, targets: [], last: game.last?.[0] ?? null, check, arrows: [] });
    [[this.bottom, 0], [this.top, 1]].forEach(([line, side]) => this.showPlayer(/** @type {HTMLElement} */ (line), /** @type {number} */ (side), isRedToMove));
    const move = game.last?.[document.documentElement.lang.startsWith('zh') ? 2 : 1];
    const last = move ? t('lastMove', Math.ceil(game.plies / 2), move) : t('noMoves');
    this.note.textContent = game.end ? `${game.end[0]} · ${t(`reason-${game.end[1]}`)}` : last;
    this.note.className = game.end ? 'result' : '';
    this.tick();
  }

  /** @param {HTMLElement} line @param {number} side @param {boolean} isRedToMove */
  showPlayer(line, side, isRedToMove) {
    const { players, opinions, end } = /** @type {BoardScene} */ (this.game);
    const opinion = opinions[side];
    /** @param {string} part @param {string} text */
    const fill = (part, text) => { /** @type {HTMLElement} */ (line.querySelector(`.${part}`)).textContent = text; };
    fill('name', `${t(side === 0 ? 'red' : 'black')} · ${players[side]}`);
    fill('opinion', opinion ? `${signed(opinion[0], 0)} / ${opinion[1]}` : '');
    line.classList.toggle('turn', !end && (side === 0) === isRedToMove);
  }

  /** The clocks, as they are now. */
  tick() {
    if (!this.game) return;
    const { clocks, since, end, fen } = this.game;
    const mover = fen.split(' ')[1] !== 'b' ? 0 : 1;
    const thought = end || scene?.over || !isConnected ? 0 : Math.max(0, performance.now() - matchStart - since);
    [this.bottom, this.top].forEach((line, side) => {
      const used = side === mover ? thought : 0;
      const left = clocks[side];
      const text = left === null ? (side === mover && !end ? `${(used / 1000).toFixed(1)} s` : '') : clock(Math.max(0, left - used));
      /** @type {HTMLElement} */ (line.querySelector('.clock')).textContent = text;
    });
  }
}

/** @type {Table[]} */
const tables = [];

/** @param {number} ms */
function clock(ms) {
  const seconds = ms / 1000;
  return seconds < 20 ? `0:${seconds.toFixed(1).padStart(4, '0')}` : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** @param {number | null | undefined} value @param {number} [digits] */
const signed = (value, digits = 1) => value === null || value === undefined ? '?' : `${value > 0 ? '+' : ''}${value.toFixed(digits)}`.replace('-', '−');

/** `+12.3 ± 4.5`. @param {(number | null)[]} figure */
const figure = ([value, error]) => value === null ? '?' : `${signed(value)} ± ${error === null ? '?' : error.toFixed(1)}`;

/** @param {[number, number, number]} results */
const tally = ([wins, draws, losses]) => `+${wins} =${draws} −${losses}`;

function showFigures() {
  const { duel, engines } = /** @type {Scene} */ (scene);
  const parts = [];
  if (engines.length === 2) {
    parts.push(`${engines[0].name} – ${engines[1].name}: ${tally(engines[0].results[1])}`);
    if (duel) parts.push(`Elo ${figure(duel.elo)}`);
    if (duel?.superiority !== null && duel) parts.push(t('superiority', (duel.superiority * 100).toFixed(1)));
    if (duel?.llr) parts.push(`LLR ${signed(duel.llr[0], 2)} (${signed(duel.llr[1], 2)}, ${signed(duel.llr[2], 2)})`);
  }
  $('figures').textContent = parts.join(' · ');
  $('figures').hidden = parts.length === 0;
}

function showCross() {
  const { engines } = /** @type {Scene} */ (scene);
  const order = engines.map((_, index) => index).sort((a, b) => (engines[b].rating[0] ?? -Infinity) - (engines[a].rating[0] ?? -Infinity));
  /** @param {string} text @param {string} [kind] */
  const cell = (text, kind = 'td') => { const element = document.createElement(kind); element.textContent = text; return element; };
  /** @param {Element[]} cells */
  const row = (cells) => { const element = document.createElement('tr'); element.append(...cells); return element; };
  const head = row([cell('#', 'th'), cell(t('engine'), 'th'), cell(t('rating'), 'th'), cell(t('points'), 'th'), ...order.map((_, place) => cell(String(place + 1), 'th'))]);
  for (const element of head.children) element.setAttribute('scope', 'col');
  const rows = order.map((engine, place) => {
    const { name, rating, results } = engines[engine];
    const [wins, draws, losses] = results.reduce((sum, r) => sum.map((n, i) => n + r[i]), [0, 0, 0]);
    const games = wins + draws + losses;
    const title = cell(name, 'th');
    title.setAttribute('scope', 'row');
    return row([cell(String(place + 1)), title, cell(games ? figure(rating) : ''), cell(games ? `${wins + draws / 2} / ${games}` : ''),
      ...order.map((other) => cell(other === engine ? '·' : results[other].some((n) => n) ? tally(results[other]) : ''))]);
  });
  $('cross').replaceChildren(head, ...rows);
}

/** Elo of the first engine with its 95 % band. */
function showCourse() {
  const points = (scene?.duel?.course ?? []).filter((point) => point.every((value) => value !== null)).map((point) => /** @type {number[]} */ (point));
  $('course-panel').hidden = points.length < 2;
  if (points.length < 2) return;
  // The first pairs say nothing and would stretch the axis.
  const shown = points.slice(Math.floor(Math.min(points.length, 20) / 2));
  const [width, height, left] = [600, 190, 46];
  const [from, to] = [shown[0][0], shown[shown.length - 1][0]];
  const low = Math.min(0, ...shown.map((point) => point[2]));
  const high = Math.max(0, ...shown.map((point) => point[3]));
  /** @param {number} games */
  const x = (games) => (left + (games - from) / Math.max(1, to - from) * (width - left - 6)).toFixed(1);
  /** @param {number} elo */
  const y = (elo) => (10 + (high - elo) / Math.max(1, high - low) * (height - 34)).toFixed(1);
  const last = shown[shown.length - 1];
  const label = t('courseLabel', last[0], signed(last[1]), signed(last[2]), signed(last[3]));
  const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
  svg('polygon', { class: 'graph-area', points: [...shown.map((p) => `${x(p[0])},${y(p[3])}`), ...shown.toReversed().map((p) => `${x(p[0])},${y(p[2])}`)].join(' ') }, root);
  svg('line', { class: 'graph-middle', x1: left, x2: width - 6, y1: y(0), y2: y(0) }, root);
  svg('polyline', { class: 'graph-line', points: shown.map((p) => `${x(p[0])},${y(p[1])}`).join(' ') }, root);
  /** @param {number | string} tx @param {number | string} ty @param {string} text @param {string} anchor */
  const write = (tx, ty, text, anchor) => { svg('text', { x: tx, y: ty, 'text-anchor': anchor, class: 'graph-text' }, root).textContent = text; };
  for (const elo of new Set([high, 0, low])) write(left - 5, Number(y(elo)) + 5, signed(elo, 0), 'end');
  write(left, height - 6, String(from), 'start');
  write(width - 6, height - 6, t('games', to), 'end');
  $('course').replaceChildren(root);
}

function render() {
  $('language').textContent = settings.language === 'zh' ? 'English' : '中文';
  $('language').lang = settings.language === 'zh' ? 'en' : 'zh';
  const progress = scene ? t('progress', scene.played, scene.total) : '';
  const state = scene?.over ? t('matchOver') : isConnected ? '' : t(scene ? 'connectionLost' : 'connecting');
  $('status').textContent = [progress, state].filter(Boolean).join(' · ');
  if (!scene) return;
  showFigures();
  showCross();
  showCourse();
  while (tables.length < scene.boards.length) tables.push(new Table());
  while (tables.length > scene.boards.length) tables.pop()?.root.remove();
  scene.boards.forEach((game, index) => tables[index].show(game));
}

function applyLanguage() {
  speak(settings.language);
  translatePage();
  document.title = t('watchTitle');
  render();
}

$('language').addEventListener('click', () => {
  settings.language = settings.language === 'zh' ? 'en' : 'zh';
  saveSettings(settings);
  applyLanguage();
});

const events = new EventSource('/api/watch');
events.addEventListener('message', (event) => {
  const news = JSON.parse(event.data);
  matchStart = performance.now() - news.now;
  scene = news.scene;
  isConnected = true;
  // Otherwise the browser would ask again and again for a match that has ended.
  if (scene?.over) events.close();
  render();
});
events.addEventListener('error', () => { isConnected = false; render(); });
setInterval(() => tables.forEach((table) => table.tick()), 100);
applyLanguage();
