/**
 * What this tab knows: the game, what the server said about it, and what the board shows. No behaviour but
 * questions about the state.
 */
import { Refused } from './api.js';
import { loadGame, loadSettings } from './game.js';
import { browserLanguage, t } from './words.js';

export const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

export const settings = loadSettings({
  language: browserLanguage(), theme: 'auto', coordinates: 'iccs', notation: browserLanguage() === 'zh' ? 'zh' : 'wxf',
  animation: !matchMedia('(prefers-reduced-motion: reduce)').matches, sound: false, thinking: false, count: 3,
});

const { game, isOwn } = loadGame();

/** Whether the person sits on black's side. @param {import('./game.js').Game} g */
export const sitsOnBlack = (g) => g.players.red.kind === 'engine' && g.players.black.kind === 'person';

export const tab = {
  game,
  /** `play`, `analyse`, `setup` or `judge`. */
  mode: isOwn ? 'play' : 'analyse',
  /** What the server says about the game. */
  view: /** @type {import('./api.js').View | null} */ (null),
  /** How the page ended the game. */
  ended: /** @type {import('./api.js').End | null} */ (null),
  selected: /** @type {string | null} */ (null),
  arrows: /** @type {import('./board.js').Arrow[]} */ ([]),
  /** What the engine thinks, best line first. */
  lines: /** @type {(import('./api.js').Line | undefined)[]} */ ([]),
  flipped: sitsOnBlack(game),
  /** Ends whatever the engine is doing. */
  controller: new AbortController(),
  isThinking: false,
  isReviewing: false,
  /** When the side to move began to think. */
  turnStarted: performance.now(),
  /** The engine's last move in words. */
  lastAnnounced: '',
  about: { levels: /** @type {(number | null)[]} */ ([]) },
};

/** @returns {import('./api.js').GameText} */
export function gameText(moves = tab.game.moves) {
  return { fen: tab.game.fen, moves: moves.join(' '), lang: settings.language };
}

/** The game as far as the board shows it. */
export const shownText = () => gameText(tab.game.moves.slice(0, tab.game.ply));
export const isOver = () => Boolean(tab.view?.end || tab.ended);
export const isLatest = () => tab.game.ply === tab.game.moves.length;
export const startFen = () => tab.game.fen || START;
export const redStarts = () => startFen().split(' ')[1] !== 'b';
/** @param {number} ply @returns {'red' | 'black'} */
export const sideAt = (ply) => ((ply % 2 === 0) === redStarts() ? 'red' : 'black');
export const sideToMove = () => sideAt(tab.game.moves.length);
export const isEngineTurn = () => tab.mode === 'play' && !isOver() && tab.game.players[sideToMove()].kind === 'engine';
export const hasEngine = () => tab.mode === 'play' && (tab.game.players.red.kind === 'engine' || tab.game.players.black.kind === 'engine');
/** @returns {'iccs' | 'wxf' | 'zh'} */
export const notation = () => /** @type {'iccs'} */ (settings.notation);

/** What the thinking of both sides says about each position, or what a review said. */
export function curve() {
  if (tab.game.review) return tab.game.review;
  const values = Array(tab.game.moves.length + 1).fill(null);
  tab.game.notes.forEach((note, index) => { if (note?.red !== undefined) values[index] = note.red; });
  return values;
}

/** @param {string} text */
export function notice(text) {
  $('notice').textContent = text;
}

/** @param {unknown} error */
export function complain(error) {
  notice(error instanceof Refused ? error.message : t('lost'));
}
