/** The course of the game as a curve: red's expected score before each move and at the end. */
import { svg } from './board.js';
import { t } from './words.js';

/**
 * @param {HTMLElement} host
 * @param {(number | null)[]} values 0 to 1, one for each position
 * @param {number} ply the position on the board
 * @param {(ply: number) => void} go
 */
export function drawGraph(host, values, ply, go) {
  host.replaceChildren();
  const known = values.filter((value) => value !== null).length;
  if (known < 2) return;
  const [width, height] = [300, 70];
  const step = width / Math.max(1, values.length - 1);
  const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('graph'), preserveAspectRatio: 'none' }, host);
  svg('rect', { width, height, class: 'graph-back' }, root);
  svg('line', { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: 'graph-middle' }, root);
  const points = values.flatMap((value, index) => value === null ? [] : [`${(index * step).toFixed(1)},${((1 - value) * height).toFixed(1)}`]);
  const first = values.findIndex((value) => value !== null) * step;
  const last = (values.length - 1 - [...values].reverse().findIndex((value) => value !== null)) * step;
  svg('polygon', { points: `${first},${height} ${points.join(' ')} ${last},${height}`, class: 'graph-area' }, root);
  svg('polyline', { points: points.join(' '), class: 'graph-line' }, root);
  svg('line', { x1: ply * step, x2: ply * step, y1: 0, y2: height, class: 'graph-now' }, root);
  root.addEventListener('click', (event) => {
    const box = root.getBoundingClientRect();
    const share = (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width;
    go(Math.max(0, Math.min(values.length - 1, Math.round(share * (values.length - 1)))));
  });
}
