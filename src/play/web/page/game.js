/**
 * The game of this tab: first position, moves, what is known about them, and who plays.
 * It survives a reload: the game is in the address, the rest in the tab's session.
 */

/** @typedef {{score: number | null, depth: number, ms: number, red?: number}} Note */
/**
 * @typedef {object} Game
 * @property {string} fen the first position; empty for the start position
 * @property {string[]} moves
 * @property {(Note | null)[]} notes one for each move
 * @property {number} ply how many moves the board shows
 * @property {{red: Player, black: Player}} players
 * @property {Time} time
 * @property {[number, number] | null} clocks milliseconds left for red and black
 * @property {string | null} ended how the page ended the game: `redresigns`, `agreement`, `table`, ...
 * @property {boolean} paused the engines wait
 * @property {number[] | null} review red's expected score before each move and at the end
 */
/** @typedef {{kind: 'person' | 'engine', level: number}} Player */
/** @typedef {{ms: number} | {base: number, increment: number}} Time */

const SESSION = 'hanxin.game';
const SETTINGS = 'hanxin.settings';

/** @returns {Game} */
export function freshGame() {
  return {
    fen: '', moves: [], notes: [], ply: 0,
    players: { red: { kind: 'person', level: 5 }, black: { kind: 'engine', level: 5 } },
    time: { ms: 1000 }, clocks: null, ended: null, paused: false, review: null,
  };
}

/** Red's share of the points to expect. @param {[number, number, number]} chances */
export const expected = ([win, draw]) => (win + draw / 2) / 1000;

/**
 * What moved the expectation by how much: `??`, `?` or nothing for each move.
 * @param {number[]} review
 * @param {boolean} redFirst
 */
export function faults(review, redFirst) {
  return review.slice(1).map((after, index) => {
    const redMoved = (index % 2 === 0) === redFirst;
    const loss = (redMoved ? 1 : -1) * (review[index] - after);
    return loss >= 0.25 ? '??' : loss >= 0.12 ? '?' : '';
  });
}

/** @param {Game} game */
export function permalink(game) {
  const parts = [];
  if (game.fen) parts.push(`fen=${game.fen.replace(/ /g, '_')}`);
  if (game.moves.length) parts.push(`moves=${game.moves.join('')}`);
  if (game.ply !== game.moves.length) parts.push(`ply=${game.ply}`);
  return parts.join('&');
}

/**
 * The game of an address; only what has the form of one.
 * @param {string} hash
 */
export function readPermalink(hash) {
  const values = new Map(hash.replace(/^#/, '').split('&').map((part) => {
    const at = part.indexOf('=');
    return /** @type {[string, string]} */ ([part.slice(0, at), decodeURIComponent(part.slice(at + 1))]);
  }));
  const moves = (values.get('moves') ?? '').match(/[a-i][0-9][a-i][0-9]/g) ?? [];
  const fen = (values.get('fen') ?? '').replace(/_/g, ' ').slice(0, 120);
  const ply = Number.parseInt(values.get('ply') ?? '', 10);
  return { fen, moves: [...moves], ply: Number.isInteger(ply) ? Math.min(ply, moves.length) : moves.length };
}

/** @param {Game} game */
export function saveGame(game) {
  const hash = permalink(game);
  history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
  sessionStorage.setItem(SESSION, JSON.stringify(game));
}

/** The game of this tab or of the address. @returns {{game: Game, isOwn: boolean}} */
export function loadGame() {
  const game = freshGame();
  const linked = readPermalink(location.hash);
  try {
    const saved = JSON.parse(sessionStorage.getItem(SESSION) ?? 'null');
    if (saved && saved.fen === linked.fen && saved.moves.join() === linked.moves.join()) {
      return { game: { ...game, ...saved }, isOwn: true };
    }
  } catch { /* A session that cannot be read is no session. */ }
  const isOwn = linked.moves.length === 0 && !linked.fen;
  return { game: { ...game, ...linked, notes: linked.moves.map(() => null) }, isOwn };
}

/**
 * @typedef {object} Settings
 * @property {string} language
 * @property {string} theme
 * @property {string} coordinates
 * @property {string} notation
 * @property {boolean} animation
 * @property {boolean} sound
 * @property {boolean} thinking
 * @property {number} count
 */

/** @param {Settings} defaults @returns {Settings} */
export function loadSettings(defaults) {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(SETTINGS) ?? '{}') };
  } catch {
    return defaults;
  }
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  localStorage.setItem(SETTINGS, JSON.stringify(settings));
}
