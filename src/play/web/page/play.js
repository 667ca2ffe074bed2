/**
 * The course of the game: moves of both sides, taking back, ending, and what the engine thinks of it.
 */
import { ask, think } from './api.js';
import { expected, faults, saveGame } from './game.js';
import { drawPosition, render, renderBar, renderLines } from './show.js';
import {
  $, complain, gameText, isEngineTurn, isLatest, isOver, notation, notice, redStarts, settings, shownText, sideToMove,
  sitsOnBlack, tab,
} from './tab.js';
import { t } from './words.js';

const HINT_MS = 1500;
const REVIEW_MS = 150;

/** Asks the server about the game and goes on from there. */
export async function sync() {
  tab.controller.abort();
  tab.controller = new AbortController();
  const { signal } = tab.controller;
  saveGame(tab.game);
  try {
    const answer = await ask('/api/position', gameText());
    if (signal.aborted) return;
    tab.view = answer;
    tab.ended = tab.game.ended ? await ask('/api/end', { game: gameText(), end: tab.game.ended }) : null;
  } catch (error) {
    if (!signal.aborted) complain(error);
    return;
  }
  if (signal.aborted) return;
  render();
  if (isEngineTurn() && !tab.game.paused) engineMove(signal);
  else if (tab.mode === 'analyse' && settings.thinking) analyse(signal);
}

/** @param {string} move @param {import('./game.js').Note | null} note */
function play(move, note) {
  const side = sideToMove();
  if (tab.game.clocks && 'increment' in tab.game.time) {
    const index = side === 'red' ? 0 : 1;
    tab.game.clocks[index] = Math.max(0, tab.game.clocks[index] - (performance.now() - tab.turnStarted)) + tab.game.time.increment;
  }
  tab.turnStarted = performance.now();
  tab.game.moves.push(move);
  tab.game.notes.push(note);
  tab.game.ply = tab.game.moves.length;
  tab.game.review = null;
  tab.selected = null;
  tab.arrows = [];
  tab.lines = [];
  tock();
}

/** @param {string} move */
export async function tryMove(move) {
  tab.selected = null;
  if (tab.mode === 'play' && !isLatest()) { notice(t('notLast')); return render(); }
  if (isEngineTurn()) { notice(t('engineTurn')); return render(); }
  const moves = tab.game.moves.slice(0, tab.game.ply);
  try {
    const answer = await ask('/api/move', { game: gameText(moves), move });
    if (!isLatest()) truncate(tab.game.ply);
    notice('');
    play(move, { score: null, depth: 0, ms: Math.round(performance.now() - tab.turnStarted) });
    tab.view = answer;
    await sync();
  } catch (error) {
    complain(error);
    render();
  }
}

/** @param {number} length */
function truncate(length) {
  tab.game.moves.length = length;
  tab.game.notes.length = length;
  tab.game.ply = length;
  tab.game.ended = null;
  tab.game.review = null;
  tab.ended = null;
}

/** @param {AbortSignal} signal */
async function engineMove(signal) {
  const player = tab.game.players[sideToMove()];
  const time = 'ms' in tab.game.time ? { ms: tab.game.time.ms }
    : { clock: [...(tab.game.clocks ?? [60000, 60000]).map(Math.round), tab.game.time.increment] };
  tab.isThinking = true;
  tab.lines = [];
  render();
  try {
    const request = { game: gameText(), mode: 'move', level: player.level, ...time };
    const last = await think(request, (line) => {
      if (line.number === 1 && settings.thinking) showLine(line);
    }, signal);
    if (signal.aborted || !last) return;
    tab.isThinking = false;
    if (last.kind !== 'move') return render();
    const name = last[notation()][0];
    play(last.move, { score: last.score, depth: last.depth, ms: last.ms, red: expected(last.chances) });
    tab.lastAnnounced = t('moved', t('engine'), name);
    await sync();
  } catch (error) {
    tab.isThinking = false;
    complain(error);
    render();
  }
}

/** @param {AbortSignal} signal */
async function analyse(signal) {
  tab.lines = [];
  try {
    const request = { game: shownText(), mode: 'analysis', lines: settings.count };
    const last = await think(request, showLine, signal);
    if (last?.busy && !signal.aborted) {
      notice(t('waiting'));
      setTimeout(() => { if (!signal.aborted) { notice(''); analyse(signal); } }, 300);
    }
  } catch (error) {
    complain(error);
  }
}

/** @param {import('./api.js').Line} line */
function showLine(line) {
  // A bound is no line yet, and a line of an earlier iteration makes room for a new one with its move.
  if (line.bound !== 'exact' && tab.lines[line.number - 1]) return;
  tab.lines = tab.lines.map((other) => other && other.iccs[0] === line.iccs[0] ? undefined : other);
  tab.lines[line.number - 1] = line;
  showAnalysis();
}

function showAnalysis() {
  tab.arrows = settings.thinking && tab.mode === 'analyse'
    ? tab.lines.filter((line) => line !== undefined).filter((line) => line.iccs.length).map((line, index) => ({
      from: line.iccs[0].slice(0, 2), to: line.iccs[0].slice(2), kind: index === 0 ? 'best' : 'other' })).reverse()
    : tab.arrows;
  renderLines();
  renderBar();
  drawPosition();
}

export async function hint() {
  if (isOver() || isEngineTurn()) return;
  notice('');
  $('status').textContent = t('thinking');
  let text = '';
  try {
    const last = await think({ game: shownText(), mode: 'hint', ms: HINT_MS }, () => {}, tab.controller.signal);
    if (last?.kind === 'move') {
      tab.arrows = [{ from: last.move.slice(0, 2), to: last.move.slice(2), kind: 'hint' }];
      text = t('hinted', last[notation()][0]);
    }
  } catch (error) {
    complain(error);
  }
  render();
  if (text) $('status').textContent = text;
}

export function undo() {
  if (!tab.game.moves.length) return;
  const person = ['red', 'black'].find((side) => tab.game.players[/** @type {'red'} */ (side)].kind === 'person');
  const wasOver = isOver();
  truncate(tab.game.moves.length - 1);
  // Back to the person's own turn, unless the person's move has just ended the game.
  if (tab.mode === 'play' && person && tab.game.moves.length && tab.game.players[sideToMove()].kind === 'engine') {
    truncate(tab.game.moves.length - 1);
  }
  if (wasOver) notice('');
  clearMarks();
  tab.turnStarted = performance.now();
  sync();
}

export function clearMarks() {
  tab.selected = null;
  tab.arrows = [];
  tab.lines = [];
  tab.isThinking = false;
}

/** @param {string} how */
export function endGame(how) {
  if (isOver() || !tab.view) return;
  tab.game.ended = how;
  clearMarks();
  sync();
}

export async function offerDraw() {
  if (isOver() || isEngineTurn()) return;
  try {
    const answer = await ask('/api/draw', { game: gameText(), notes: tab.game.notes });
    if (answer.accepted) endGame('agreement');
    else notice(answer.text);
  } catch (error) {
    complain(error);
  }
}

/** @param {import('./game.js').Game} next */
export function newGame(next) {
  tab.game = next;
  tab.game.clocks = 'base' in tab.game.time ? [tab.game.time.base, tab.game.time.base] : null;
  tab.ended = null;
  tab.view = null;
  clearMarks();
  notice('');
  tab.flipped = sitsOnBlack(tab.game);
  tab.turnStarted = performance.now();
  sync();
}


/** @param {number} ply */
export function goTo(ply) {
  const next = Math.max(0, Math.min(tab.game.moves.length, ply));
  if (next === tab.game.ply) return;
  tab.game.ply = next;
  clearMarks();
  if (tab.mode === 'analyse' && settings.thinking) {
    tab.controller.abort();
    tab.controller = new AbortController();
    analyse(tab.controller.signal);
  }
  saveGame(tab.game);
  render();
}

/** Looks at every position for a moment. */
export async function review() {
  if (tab.isReviewing || !tab.game.moves.length) return;
  tab.controller.abort();
  tab.controller = new AbortController();
  const { signal } = tab.controller;
  tab.isReviewing = true;
  tab.isThinking = false;
  /** @type {number[]} */
  const values = [];
  try {
    for (let ply = 0; ply <= tab.game.moves.length; ply++) {
      notice(t('reviewing', ply, tab.game.moves.length));
      const request = { game: gameText(tab.game.moves.slice(0, ply)), mode: 'hint', ms: REVIEW_MS };
      const last = await think(request, () => {}, signal);
      if (signal.aborted) break;
      const winner = tab.view?.end?.winner;
      values.push(last?.kind === 'move' ? expected(last.chances) : winner === 'red' ? 1 : winner === 'black' ? 0 : 0.5);
    }
    if (!signal.aborted) {
      tab.game.review = values;
      const marks = faults(values, redStarts());
      notice(t('reviewed', marks.filter((m) => m === '??').length, marks.filter((m) => m === '?').length));
      saveGame(tab.game);
    }
  } catch (error) {
    complain(error);
  }
  tab.isReviewing = false;
  render();
}

/** A wooden click, if wanted. */
function tock() {
  if (!settings.sound) return;
  const audio = new AudioContext();
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = 220;
  gain.gain.setValueAtTime(0.3, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.09);
  tone.onended = () => audio.close();
}
