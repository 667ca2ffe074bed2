/**
 * The board: an SVG that draws a position and tells which point was chosen. It knows no rules.
 */
import { GLYPHS } from './glyphs.js';

const SVG = 'http://www.w3.org/2000/svg';
const CELL = 100;

/** @typedef {{from: string, to: string, kind: string}} Arrow */
/**
 * What is drawn besides the pieces.
 * @typedef {object} Marks
 * @property {string | null} selected
 * @property {string[]} targets where the selected piece may go
 * @property {string | null} last the last move
 * @property {string | null} check the square of a king in check
 * @property {Arrow[]} arrows
 */

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element} [parent]
 */
export function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (parent) parent.append(element);
  return element;
}

/**
 * The pieces of a FEN by square.
 * @param {string} fen
 * @returns {Map<string, string>}
 */
export function piecesOf(fen) {
  const pieces = new Map();
  fen.split(' ')[0].split('/').forEach((row, index) => {
    let file = 0;
    for (const c of row) {
      if (c >= '1' && c <= '9') file += Number(c);
      else pieces.set('abcdefghi'[file++] + (9 - index), c);
    }
  });
  return pieces;
}

/**
 * The position after moves that are known to be legal.
 * @param {string} fen
 * @param {string[]} moves
 */
export function piecesAfter(fen, moves) {
  const pieces = piecesOf(fen);
  for (const move of moves) {
    const piece = pieces.get(move.slice(0, 2));
    pieces.delete(move.slice(0, 2));
    if (piece) pieces.set(move.slice(2), piece);
  }
  return pieces;
}

/** @param {string} square */
const fileOf = (square) => square.charCodeAt(0) - 97;
/** @param {string} square */
const rankOf = (square) => Number(square[1]);

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {(square: string) => void} onPoint a point was clicked or chosen by key
   * @param {(from: string, to: string) => void} onDrag a piece was dragged
   * @param {(square: string) => boolean} canDrag
   */
  constructor(host, onPoint, onDrag, canDrag) {
    this.onPoint = onPoint;
    this.onDrag = onDrag;
    this.canDrag = canDrag;
    this.flipped = false;
    this.coordinates = 'iccs';
    this.cursor = 'e0';
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    /** @type {Map<string, SVGElement>} */
    this.drawn = new Map();
    /** @type {Marks} */
    this.marks = { selected: null, targets: [], last: null, check: null, arrows: [] };
    /** @type {(square: string, piece: string | undefined, marks: Marks) => string} */
    this.describe = (square) => square;

    this.root = /** @type {SVGSVGElement} */ (svg('svg', {
      viewBox: '-45 -45 990 1090', class: 'board', role: 'grid', 'aria-rowcount': 10, 'aria-colcount': 9,
    }, host));
    this.lines = svg('g', { class: 'lines', 'aria-hidden': 'true' }, this.root);
    this.labels = svg('g', { class: 'labels', 'aria-hidden': 'true' }, this.root);
    this.under = svg('g', { 'aria-hidden': 'true' }, this.root);
    this.men = svg('g', { 'aria-hidden': 'true' }, this.root);
    this.over = svg('g', { class: 'over', 'aria-hidden': 'true' }, this.root);
    this.cells = svg('g', { class: 'cells', role: 'rowgroup' }, this.root);
    this.drawLines();
    this.drawCells();
    this.listen();
  }

  /** @param {string} square */
  point(square) {
    const [file, rank] = [fileOf(square), rankOf(square)];
    return this.flipped
      ? { x: (8 - file) * CELL + 50, y: rank * CELL + 50 }
      : { x: file * CELL + 50, y: (9 - rank) * CELL + 50 };
  }

  /** @param {number} column @param {number} row from the top */
  squareAt(column, row) {
    const [file, rank] = this.flipped ? [8 - column, row] : [column, 9 - row];
    return 'abcdefghi'[file] + rank;
  }

  drawLines() {
    const g = this.lines;
    svg('rect', { x: -45, y: -45, width: 990, height: 1090, rx: 18, class: 'wood' }, g);
    let d = '';
    for (let row = 0; row < 10; row++) d += `M50 ${row * 100 + 50}h800`;
    for (let file = 0; file < 9; file++) {
      const x = file * 100 + 50;
      d += file === 0 || file === 8 ? `M${x} 50v900` : `M${x} 50v400M${x} 550v400`;
    }
    for (const top of [50, 750]) d += `M350 ${top}l200 200M550 ${top}l-200 200`;
    svg('path', { d, class: 'grid' }, g);
    svg('rect', { x: 40, y: 40, width: 820, height: 920, class: 'frame' }, g);
    let marks = '';
    for (const [file, row] of [[1, 2], [7, 2], [1, 7], [7, 7],
      ...[0, 2, 4, 6, 8].flatMap((f) => [[f, 3], [f, 6]])]) {
      const [x, y] = [file * 100 + 50, row * 100 + 50];
      for (const sx of [-1, 1]) {
        if ((file === 0 && sx < 0) || (file === 8 && sx > 0)) continue;
        for (const sy of [-1, 1]) marks += `M${x + sx * 9} ${y + sy * 27}v${-sy * 18}h${sx * 18}`;
      }
    }
    svg('path', { d: marks, class: 'grid' }, g);
    [['楚', 190], ['河', 310], ['漢', 590], ['界', 710]].forEach(([c, x]) => {
      svg('path', { d: GLYPHS[c], class: 'river', transform: `translate(${x} 500) scale(.72)` }, g);
    });
  }

  drawLabels() {
    this.labels.replaceChildren();
    /** @param {number} x @param {number} y @param {string} text */
    const label = (x, y, text) => {
      svg('text', { x, y: y + 9, 'text-anchor': 'middle' }, this.labels).textContent = text;
    };
    const numerals = '一二三四五六七八九';
    for (let column = 0; column < 9; column++) {
      const x = column * 100 + 50;
      const square = this.squareAt(column, 0);
      if (this.coordinates === 'iccs') {
        label(x, 1020, square[0]);
        label(x, -20, square[0]);
      } else if (this.coordinates === 'files') {
        const red = 8 - fileOf(square);
        const [top, bottom] = [String(fileOf(square) + 1), numerals[red]];
        label(x, -20, this.flipped ? bottom : top);
        label(x, 1020, this.flipped ? top : bottom);
      }
    }
    if (this.coordinates === 'iccs') {
      for (let row = 0; row < 10; row++) label(-20, row * 100 + 50, this.squareAt(0, row)[1]);
    }
  }

  drawCells() {
    this.cells.replaceChildren();
    this.drawLabels();
    for (let row = 0; row < 10; row++) {
      const line = svg('g', { role: 'row', 'aria-rowindex': row + 1 }, this.cells);
      for (let column = 0; column < 9; column++) {
        const square = this.squareAt(column, row);
        const cell = svg('rect', {
          x: column * 100 + 3, y: row * 100 + 3, width: 94, height: 94, rx: 47, class: 'cell',
          role: 'gridcell', 'aria-colindex': column + 1, 'data-square': square,
          tabindex: square === this.cursor ? 0 : -1,
        }, line);
        cell.addEventListener('focus', () => this.moveCursor(square));
      }
    }
    this.describeCells();
  }

  /** @param {string} square */
  cell(square) {
    return /** @type {SVGElement} */ (this.cells.querySelector(`[data-square="${square}"]`));
  }

  /** @param {string} square */
  moveCursor(square) {
    this.cell(this.cursor)?.setAttribute('tabindex', '-1');
    this.cursor = square;
    this.cell(square).setAttribute('tabindex', '0');
  }

  describeCells() {
    for (const cell of this.cells.querySelectorAll('.cell')) {
      const square = cell.getAttribute('data-square') ?? '';
      cell.setAttribute('aria-label', this.describe(square, this.pieces.get(square), this.marks));
      cell.setAttribute('aria-selected', String(this.marks.selected === square));
    }
  }

  /** @param {boolean} flipped @param {string} coordinates */
  orient(flipped, coordinates) {
    if (flipped === this.flipped && coordinates === this.coordinates) return;
    const hadFocus = this.cells.contains(document.activeElement);
    this.flipped = flipped;
    this.coordinates = coordinates;
    this.drawn.forEach((man) => man.remove());
    this.drawn.clear();
    this.drawCells();
    this.show(this.pieces, this.marks);
    if (hadFocus) this.cell(this.cursor).focus();
  }

  /**
   * Draws a position. Men that stay or move keep their element, so that they can glide.
   * @param {Map<string, string>} pieces
   * @param {Marks} marks
   */
  show(pieces, marks) {
    const next = new Map();
    const free = [...this.drawn].filter(([square]) => pieces.get(square) !== this.pieces.get(square));
    for (const [square, piece] of pieces) {
      let man = this.pieces.get(square) === piece ? this.drawn.get(square) : undefined;
      if (!man) {
        const moved = marks.last?.slice(2) === square ? marks.last.slice(0, 2) : null;
        let index = free.findIndex(([from, m]) => from === moved && m.dataset.piece === piece);
        if (index < 0) index = free.findIndex(([, m]) => m.dataset.piece === piece);
        man = index >= 0 ? free.splice(index, 1)[0][1] : this.drawMan(piece);
      }
      this.place(man, square);
      next.set(square, man);
    }
    const kept = new Set(next.values());
    for (const man of this.drawn.values()) if (!kept.has(man)) man.remove();
    this.drawn = next;
    this.pieces = pieces;
    this.marks = marks;
    this.drawMarks();
    this.describeCells();
  }

  /** @param {string} piece */
  drawMan(piece) {
    const man = /** @type {SVGElement} */ (svg('g', {
      class: `man ${piece < 'a' ? 'red' : 'black'}`, 'data-piece': piece,
    }, this.men));
    svg('circle', { r: 44, class: 'disc' }, man);
    svg('circle', { r: 37, class: 'ring' }, man);
    svg('path', { d: GLYPHS[piece], transform: 'scale(.58)', class: 'glyph' }, man);
    return man;
  }

  /** @param {SVGElement} man @param {string} square */
  place(man, square) {
    const { x, y } = this.point(square);
    man.style.transform = `translate(${x}px, ${y}px)`;
  }

  drawMarks() {
    const { selected, targets, last, check, arrows } = this.marks;
    this.under.replaceChildren();
    this.over.replaceChildren();
    /** @param {string} square @param {string} kind @param {number} r */
    const ring = (square, kind, r, layer = this.under) => {
      const { x, y } = this.point(square);
      svg('circle', { cx: x, cy: y, r, class: kind }, layer);
    };
    if (last) {
      ring(last.slice(0, 2), 'last-from', 20);
      ring(last.slice(2), 'last-to', 49);
    }
    if (check) ring(check, 'check', 52);
    if (selected) ring(selected, 'selected', 50);
    for (const square of targets) {
      if (this.pieces.has(square)) ring(square, 'target-take', 48, this.over);
      else ring(square, 'target', 14, this.over);
    }
    for (const { from, to, kind } of arrows) {
      const [a, b] = [this.point(from), this.point(to)];
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const tip = { x: b.x - ux * 12, y: b.y - uy * 12 };
      const neck = { x: tip.x - ux * 34, y: tip.y - uy * 34 };
      const g = svg('g', { class: `arrow ${kind}` }, this.over);
      svg('line', { x1: a.x + ux * 30, y1: a.y + uy * 30, x2: neck.x, y2: neck.y }, g);
      svg('polygon', {
        points: `${tip.x},${tip.y} ${neck.x - uy * 20},${neck.y + ux * 20} ${neck.x + uy * 20},${neck.y - ux * 20}`,
      }, g);
    }
  }

  /** @param {PointerEvent} event */
  located(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return { x: -1000, y: -1000, square: null };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const inside = column >= 0 && column < 9 && row >= 0 && row < 10;
    return { x, y, square: inside ? this.squareAt(column, row) : null };
  }

  listen() {
    /** @type {{from: string, man: SVGElement, x: number, y: number, moved: boolean} | null} */
    let drag = null;
    this.root.addEventListener('pointerdown', (event) => {
      const { x, y, square } = this.located(event);
      if (!square || event.button !== 0) return;
      event.preventDefault();
      this.cell(square).focus({ preventScroll: true });
      const man = this.drawn.get(square);
      if (man && this.canDrag(square)) {
        drag = { from: square, man, x, y, moved: false };
        this.root.setPointerCapture(event.pointerId);
      } else {
        this.onPoint(square);
      }
    });
    this.root.addEventListener('pointermove', (event) => {
      if (!drag) return;
      const { x, y } = this.located(event);
      if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < 18) return;
      if (!drag.moved) {
        drag.moved = true;
        if (this.marks.selected !== drag.from) this.onPoint(drag.from);
        drag.man.classList.add('dragged');
        this.men.append(drag.man);
      }
      drag.man.style.transform = `translate(${x}px, ${y}px)`;
    });
    /** @param {PointerEvent} event */
    const drop = (event) => {
      if (!drag) return;
      const { from, man, moved } = drag;
      drag = null;
      if (!moved) return this.onPoint(from);
      man.classList.remove('dragged');
      const { square } = this.located(event);
      this.place(man, from);
      if (event.type === 'pointerup' && square && square !== from) this.onDrag(from, square);
    };
    this.root.addEventListener('pointerup', drop);
    this.root.addEventListener('pointercancel', drop);
    this.root.addEventListener('keydown', (event) => {
      const steps = /** @type {Record<string, [number, number]>} */ ({
        ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
      });
      const step = steps[event.key];
      if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
        const sign = this.flipped ? -1 : 1;
        const file = Math.min(8, Math.max(0, fileOf(this.cursor) + sign * step[0]));
        const rank = Math.min(9, Math.max(0, rankOf(this.cursor) + sign * step[1]));
        this.cell('abcdefghi'[file] + rank).focus();
        event.preventDefault();
        event.stopPropagation();
      } else if (event.key === 'Enter' || event.key === ' ') {
        this.onPoint(this.cursor);
        event.preventDefault();
      }
    });
  }
}
