/**
 * The page: what the person can press, choose and paste.
 */
import { ask } from './api.js';
import { piecesAfter } from './board.js';
import { freshGame, loadGame, permalink, saveSettings } from './game.js';
import { Judge } from './judge.js';
import { clearMarks, endGame, goTo, hint, newGame, offerDraw, review, sync, tryMove, undo } from './play.js';
import { Setup } from './setup.js';
import { board, on, render, renderActions, renderBar, renderClocks } from './show.js';
import { $, complain, gameText, isEngineTurn, isLatest, isOver, notice, settings, shownText, sideAt, sideToMove, START, startFen, tab } from './tab.js';
import { speak, t, translatePage } from './words.js';

/** Times to choose from: milliseconds a move, or minutes and seconds of a clock. */
const TIMES = [{ ms: 200 }, { ms: 1000 }, { ms: 3000 }, { ms: 10000 },
  { base: 300000, increment: 3000 }, { base: 600000, increment: 5000 }, { base: 1800000, increment: 10000 }];

const setup = new Setup(board, $, (fen) => {
  newGame({ ...freshGame(), fen, players: tab.game.players, time: tab.game.time });
  setMode('analyse');
});
const judge = new Judge($, gameText, (ply, marks) => { tab.game.ply = ply; tab.arrows = marks; render(); });

on.point = choosePoint;
on.drag = (from, to) => tab.mode === 'setup' ? setup.drag(from, to) : tryMove(from + to);
on.canDrag = canDrag;
on.goTo = goTo;
on.timeUp = (side) => endGame(`${side}time`);

/** @param {string} square @returns {boolean} */
function canDrag(square) {
  if (tab.mode === 'setup') return board.pieces.has(square);
  if (isEngineTurn() || (tab.mode === 'play' && (!isLatest() || isOver()))) return false;
  const piece = board.pieces.get(square);
  return piece !== undefined && (piece < 'a') === (sideAt(tab.game.ply) === 'red');
}

/** @param {string} square */
function choosePoint(square) {
  if (tab.mode === 'setup') return setup.choose(square);
  const piece = board.pieces.get(square);
  const isOwnPiece = piece !== undefined && (piece < 'a') === (sideAt(tab.game.ply) === 'red');
  if (tab.selected && tab.selected !== square && !isOwnPiece) return tryMove(tab.selected + square);
  if (isEngineTurn() || isOver()) tab.selected = null;
  else tab.selected = tab.selected === square || !isOwnPiece ? null : square;
  notice('');
  render();
}

/** @param {string} next */
function setMode(next) {
  if (tab.mode === 'setup' && next !== 'setup') board.root.classList.remove('setup');
  tab.mode = next;
  clearMarks();
  notice('');
  tab.controller.abort();
  if (tab.mode === 'setup') {
    setup.open(piecesAfter(startFen(), tab.game.moves.slice(0, tab.game.ply)), sideAt(tab.game.ply) === 'red' ? 'w' : 'b', tab.flipped, settings);
    renderActions();
    renderBar();
  } else if (tab.mode === 'judge') {
    render();
    judge.ask();
  } else {
    sync();
  }
}

// ---- text in and out

async function readText() {
  try {
    const read = await ask('/api/read', { text: $('text').value, lang: settings.language });
    const moves = read.moves.map((/** @type {{iccs: string}} */ move) => move.iccs);
    const fen = read.start === START ? '' : read.start;
    newGame({ ...freshGame(), fen, moves, notes: moves.map(() => null), ply: moves.length, players: tab.game.players, time: tab.game.time });
    setMode(tab.mode === 'judge' ? 'judge' : 'analyse');
    notice(t('loaded', moves.length));
  } catch (error) {
    complain(error);
  }
}

/** @param {string} text */
async function copy(text) {
  $('text').value = text;
  try {
    await navigator.clipboard.writeText(text);
    notice(t('copied'));
  } catch {
    $('text').select();
  }
}

async function savePgn() {
  /** @param {'red' | 'black'} side */
  const name = (side) => tab.mode === 'play' && tab.game.players[side].kind === 'engine' ? `hanxin level ${tab.game.players[side].level}` : '';
  const now = new Date();
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('.');
  try {
    const { text } = await ask('/api/pgn', { game: gameText(), notes: tab.game.notes, end: tab.game.ended, red: name('red'), black: name('black'), date });
    $('text').value = text;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }));
    link.download = 'hanxin.pgn';
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    complain(error);
  }
}

// ---- settings and buttons

function applySettings() {
  saveSettings(settings);
  speak(settings.language);
  translatePage();
  $('language').textContent = settings.language === 'zh' ? 'English' : '中文';
  $('language').lang = settings.language === 'zh' ? 'en' : 'zh';
  document.documentElement.dataset.theme = settings.theme;
  board.root.classList.toggle('animated', settings.animation);
  board.root.setAttribute('aria-label', t('board'));
  for (const id of ['theme', 'coordinates', 'notation', 'count']) $(id).value = String(/** @type {any} */ (settings)[id]);
  for (const id of ['animation', 'sound', 'thinking']) $(id).checked = /** @type {any} */ (settings)[id];
  fillNewDialog();
  judge.translate();
  if (tab.mode === 'setup') setup.translate();
  render();
}

/** @param {import('./game.js').Time} time */
const timeText = (time) => 'ms' in time ? t('perMove', time.ms / 1000) : t('clock', time.base / 60000, time.increment / 1000);

function fillNewDialog() {
  $('time').replaceChildren(...TIMES.map((time, index) => {
    const option = new Option(timeText(time), String(index));
    option.selected = JSON.stringify(time) === JSON.stringify(tab.game.time);
    return option;
  }));
  for (const side of /** @type {const} */ (['red', 'black'])) {
    const player = tab.game.players[side];
    $(`${side}-player`).value = player.kind;
    $(`${side}-level`).value = player.level;
    showLevel(side);
  }
}

/** @param {'red' | 'black'} side */
function showLevel(side) {
  const level = Number($(`${side}-level`).value);
  const elo = tab.about.levels[level];
  $(`${side}-level-text`).textContent = `${level}: ${elo === undefined || elo === null ? t('full') : t('elo', elo)}`;
  $(`${side}-level`).disabled = $(`${side}-player`).value === 'person';
}

function startFromDialog() {
  const next = freshGame();
  for (const side of /** @type {const} */ (['red', 'black'])) {
    next.players[side] = { kind: $(`${side}-player`).value, level: Number($(`${side}-level`).value) };
  }
  next.time = TIMES[Number($('time').value)];
  if (tab.mode !== 'play') setMode('play');
  newGame(next);
}

/** @param {string} id @param {() => void} action */
const onClick = (id, action) => $(id).addEventListener('click', action);
onClick('new', () => { fillNewDialog(); $('new-dialog').showModal(); });
$('new-dialog').addEventListener('close', () => { if ($('new-dialog').returnValue === 'start') startFromDialog(); $('new-dialog').returnValue = ''; });
for (const side of /** @type {const} */ (['red', 'black'])) {
  for (const part of ['player', 'level']) $(`${side}-${part}`).addEventListener('input', () => showLevel(side));
}
onClick('undo', undo);
onClick('hint', hint);
onClick('draw', offerDraw);
onClick('resign', () => endGame(`${sideToMove()}resigns`));
onClick('claim', () => endGame('table'));
onClick('flip', () => { tab.flipped = !tab.flipped; render(); if (tab.mode === 'setup') setup.turn(tab.flipped, settings); });
onClick('pause', () => { tab.game.paused = !tab.game.paused; tab.turnStarted = performance.now(); clearMarks(); sync(); });
onClick('first', () => goTo(0));
onClick('back', () => goTo(tab.game.ply - 1));
onClick('forward', () => goTo(tab.game.ply + 1));
onClick('last', () => goTo(tab.game.moves.length));
onClick('review', review);
onClick('read', readText);
onClick('copy-fen', async () => {
  try {
    copy((await ask('/api/position', shownText())).fen);
  } catch (error) {
    complain(error);
  }
});
onClick('copy-link', () => copy(`${location.origin}/#${permalink(tab.game)}`));
onClick('save', savePgn);
onClick('load', () => $('file').click());
$('file').addEventListener('change', async () => {
  const file = $('file').files[0];
  if (file) { $('text').value = await file.text(); await readText(); }
  $('file').value = '';
});
onClick('language', () => { settings.language = settings.language === 'zh' ? 'en' : 'zh'; applySettings(); sync(); if (tab.mode === 'judge') judge.ask(); });
for (const id of ['theme', 'coordinates', 'notation']) {
  $(id).addEventListener('change', () => { /** @type {any} */ (settings)[id] = $(id).value; applySettings(); });
}
for (const id of ['animation', 'sound', 'thinking']) {
  $(id).addEventListener('change', () => {
    /** @type {any} */ (settings)[id] = $(id).checked;
    if (id === 'thinking') { tab.lines = []; tab.arrows = []; }
    applySettings();
    if (id === 'thinking' && tab.mode === 'analyse') sync();
  });
}
$('count').addEventListener('change', () => { settings.count = Number($('count').value); applySettings(); if (settings.thinking) sync(); });
$('judge-rule').addEventListener('change', () => judge.ask());
for (const button of document.querySelectorAll('#modes button')) {
  button.addEventListener('click', () => setMode(/** @type {HTMLElement} */ (button).dataset.mode ?? 'play'));
}
document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || $('new-dialog').open || event.ctrlKey || event.metaKey || event.altKey) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    u: undo, h: hint, f: () => $('flip').click(), n: () => $('new').click(), ',': () => goTo(tab.game.ply - 1), '.': () => goTo(tab.game.ply + 1),
    ArrowLeft: () => goTo(tab.game.ply - 1), ArrowRight: () => goTo(tab.game.ply + 1), Home: () => goTo(0), End: () => goTo(tab.game.moves.length),
    Escape: () => { tab.selected = null; render(); },
  };
  const action = keys[event.key];
  if (action) { action(); event.preventDefault(); }
});
window.addEventListener('hashchange', () => {
  const linked = loadGame();
  if (permalink(linked.game) !== permalink(tab.game)) { newGame(linked.game); setMode('analyse'); }
});
window.addEventListener('pagehide', () => tab.controller.abort());
setInterval(() => { if (tab.game.clocks && tab.mode === 'play') renderClocks(); }, 250);

applySettings();
ask('/api/about').then((answer) => { tab.about = answer; fillNewDialog(); }).catch(complain);
sync();
