/**
 * What the person sees: the position, and what stands beside the board. Reads the tab, changes nothing.
 */
import { Board, piecesAfter } from './board.js';
import { faults } from './game.js';
import { drawGraph } from './graph.js';
import {
  $, curve, hasEngine, isEngineTurn, isLatest, isOver, notation, redStarts, settings, sideAt, sideToMove, startFen, tab,
} from './tab.js';
import { pieceName, t } from './words.js';

/** What happens when the person does something here. */
export const on = {
  /** @param {string} square */
  point(square) {},
  /** @param {string} from @param {string} to */
  drag(from, to) {},
  /** @param {string} square */
  canDrag: (square) => false,
  /** @param {number} ply */
  goTo(ply) {},
  /** @param {string} side */
  timeUp(side) {},
};

/** @type {Board} */
export const board = new Board($('board'), (square) => on.point(square), (from, to) => on.drag(from, to), (square) => on.canDrag(square));

function targets() {
  if (!tab.selected || !tab.view || !isLatest()) return [];
  return tab.view.legal.filter((move) => move.startsWith(/** @type {string} */ (tab.selected))).map((move) => move.slice(2));
}

export function drawPosition() {
  if (tab.mode === 'setup') return;
  const last = tab.game.ply ? tab.game.moves[tab.game.ply - 1] : null;
  const played = tab.view?.moves[tab.game.ply - 1];
  const pieces = piecesAfter(startFen(), tab.game.moves.slice(0, tab.game.ply));
  const king = sideAt(tab.game.ply) === 'red' ? 'K' : 'k';
  const isCheck = tab.game.ply ? played?.check : tab.view?.check && isLatest();
  const check = isCheck ? [...pieces].find(([, piece]) => piece === king)?.[0] ?? null : null;
  board.orient(tab.flipped, settings.coordinates);
  board.show(pieces, { selected: tab.selected, targets: targets(), last, check, arrows: tab.arrows });
}

board.describe = (square, piece, marks) => {
  const words = [square, piece ? pieceName(piece) : t('empty')];
  if (marks.selected === square) words.push(t('selected'));
  if (marks.targets.includes(square)) words.push(t(piece ? 'takes' : 'target'));
  if (marks.check === square) words.push(t('check'));
  return words.join(', ');
};

function renderStatus() {
  let status = '';
  const end = tab.ended ?? tab.view?.end;
  if (end) status = end.text;
  else if (tab.isThinking) status = t('thinking');
  else {
    status = t(sideToMove() === 'red' ? 'redToMove' : 'blackToMove');
    if (tab.view?.check) status = `${t('check')} ${status}`;
    if (hasEngine() && !isEngineTurn()) status += ` · ${t('yourMove')}`;
    const last = tab.view?.moves.at(-1);
    if (last && tab.lastAnnounced && tab.mode === 'play') status = t('sentences', tab.lastAnnounced, status);
  }
  $('status').textContent = status;
  $('status').className = end ? `over ${end.winner ?? 'drawn'}` : '';
}

function renderPlayers() {
  for (const [id, side] of [['bottom', tab.flipped ? 'black' : 'red'], ['top', tab.flipped ? 'red' : 'black']]) {
    const player = tab.game.players[/** @type {'red'} */ (side)];
    const who = tab.mode !== 'play' ? '' : player.kind === 'person' ? ` · ${t('person')}` : ` · ${t('engine')} ${t('level')} ${player.level}`;
    $(id).querySelector('.name').textContent = t(side) + who;
    $(id).classList.toggle('turn', sideAt(tab.game.ply) === side && !isOver());
    $(id).dataset.side = side;
  }
  renderClocks();
}

export function renderClocks() {
  for (const id of ['top', 'bottom']) {
    const side = $(id).dataset.side;
    let left = tab.game.clocks?.[side === 'red' ? 0 : 1];
    if (left !== undefined && !isOver() && side === sideToMove() && !tab.game.paused) left -= performance.now() - tab.turnStarted;
    const seconds = Math.ceil(Math.max(0, left ?? 0) / 1000);
    $(id).querySelector('.clock').textContent = left === undefined ? ''
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (left !== undefined && left <= 0 && !isOver() && tab.view && tab.mode === 'play') on.timeUp(side);
  }
}

function renderMoves() {
  const list = $('moves');
  list.replaceChildren();
  const marks = tab.game.review ? faults(tab.game.review, redStarts()) : [];
  const offset = redStarts() ? 0 : 1;
  tab.view?.moves.slice(0, tab.game.moves.length).forEach((move, index) => {
    const button = document.createElement('button');
    button.textContent = move[notation()] + (marks[index] ?? '');
    button.className = `${index + 1 === tab.game.ply ? 'now' : ''} ${marks[index] === '??' ? 'blunder' : marks[index] === '?' ? 'mistake' : ''}`;
    if (index + 1 === tab.game.ply) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => on.goTo(index + 1));
    let row = list.lastElementChild;
    if (!row || (index + offset) % 2 === 0) {
      row = document.createElement('li');
      row.value = Math.floor((index + offset) / 2) + 1;
      list.append(row);
    }
    row.append(button);
  });
  if (!tab.game.moves.length) {
    const row = document.createElement('li');
    row.className = 'empty';
    row.textContent = t('noMoves');
    list.append(row);
  }
  const now = list.querySelector('.now');
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
  drawGraph($('graph'), curve(), tab.game.ply, on.goTo);
}

/** @param {number[]} chances permille */
const chancesText = (chances) => t('chances', ...chances.map((permille) => Math.round(permille / 10)));

export function renderLines() {
  const list = $('lines');
  list.replaceChildren();
  const shown = settings.thinking ? tab.lines.filter((line) => line !== undefined) : [];
  for (const line of shown) {
    const row = document.createElement('li');
    const score = document.createElement('b');
    score.textContent = line.text;
    row.append(score, ` ${line[notation()].join(' ')}`);
    list.append(row);
  }
  const best = shown[0];
  $('search').textContent = best
    ? [t('depth', best.depth), t('nodes', Math.round(best.nps / 1000)), chancesText(best.chances)].join(' · ') : '';
}

/** The endgame tables tell everything: in a game only to those who want to see what is thought. */
function renderTable() {
  const isTold = tab.mode === 'analyse' || settings.thinking || isOver();
  $('table-verdict').textContent = (isTold && tab.view?.tables[tab.game.ply]?.text) || '';
}

export function renderBar() {
  const best = settings.thinking ? tab.lines[0] : undefined;
  const known = curve()[Math.min(tab.game.ply, curve().length - 1)] ?? curve().slice(0, tab.game.ply + 1).findLast((value) => value !== null);
  const chances = best?.chances ?? (known === undefined || known === null ? null : [known * 1000, 0, 1000 - known * 1000]);
  $('bar').hidden = !chances || tab.mode === 'setup';
  if (!chances) return;
  const [win, draw, loss] = chances;
  $('bar-red').style.flexGrow = win;
  $('bar-draw').style.flexGrow = draw;
  $('bar-black').style.flexGrow = loss;
  $('bar').classList.toggle('flipped', tab.flipped);
  const text = chancesText(chances);
  $('bar').setAttribute('aria-label', text);
  $('bar').title = text;
}

export function renderActions() {
  const playing = tab.mode === 'play';
  $('undo').disabled = !tab.game.moves.length || tab.mode === 'setup';
  $('hint').disabled = isOver() || isEngineTurn() || !(playing || tab.mode === 'analyse');
  $('draw').hidden = $('resign').hidden = !playing || !hasEngine();
  $('draw').disabled = $('resign').disabled = isOver() || isEngineTurn();
  $('claim').hidden = !playing || isOver() || !tab.view?.tables[tab.game.moves.length];
  $('pause').hidden = !(playing && tab.game.players.red.kind === 'engine' && tab.game.players.black.kind === 'engine');
  $('pause').textContent = t(tab.game.paused ? 'resume' : 'pause');
  $('new').textContent = t(isOver() && playing ? 'again' : 'newGame');
  $('first').disabled = $('back').disabled = tab.game.ply === 0;
  $('forward').disabled = $('last').disabled = isLatest();
  $('panel-setup').hidden = tab.mode !== 'setup';
  $('panel-judge').hidden = tab.mode !== 'judge';
  $('panel-lines').hidden = tab.mode === 'setup' || tab.mode === 'judge';
  $('history').hidden = tab.mode === 'setup';
  $('count-label').hidden = tab.mode !== 'analyse';
  $('thinking-label').textContent = t(tab.mode === 'analyse' ? 'analysisOn' : 'showThinking');
  $('review').disabled = tab.isReviewing || !tab.game.moves.length;
  for (const button of document.querySelectorAll('#modes button')) {
    button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.mode === tab.mode));
  }
  const [plies, limit] = tab.view?.limit ?? [0, 120];
  $('limit').textContent = plies > 40 ? t('limit', Math.floor(plies / 2), limit / 2) : '';
}

export function render() {
  renderStatus();
  renderPlayers();
  renderMoves();
  renderLines();
  renderTable();
  renderBar();
  renderActions();
  drawPosition();
}
