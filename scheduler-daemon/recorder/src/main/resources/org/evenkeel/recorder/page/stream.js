// The task stream: a row for each slot, a bar for each run, in a canvas that is zoomed and moved by pointer and keys.
import { length, moment, zone } from "./times.js";
import { element, shortName, visible } from "./elements.js";
import { ENDED } from "./runs.js";
import { AXIS, ROW, StreamPainter } from "./paint.js";

const LABELS = 132;
const SHORTEST = 1; // milliseconds in view

/**
 * What of the runs is in view, and which one is chosen.
 *
 * view: { runs, rows: [{node, slot}], kinds: [name], names: task number -> id, moves: [{from, to}],
 *         backlog: [[begin, end]], gaps: [{row, begin, end, lost}], begin, end }
 * linkTo: id of a task -> address of its page; undefined where there are no such pages
 */
export class TaskStream {
  constructor(canvas, note, view, linkTo) {
    this.canvas = canvas;
    this.note = note;
    this.view = view;
    this.linkTo = linkTo;
    this.begin = view.begin;
    this.end = this.last;
    this.only = -1;
    this.chosen = -1;
    this.painter = new StreamPainter(this);
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "Task stream. Arrow keys choose a run, plus and minus zoom, Home shows everything.");
    canvas.style.height = this.height + "px";
    this.listen();
    this.sizes = new ResizeObserver(() => this.later());
    this.sizes.observe(canvas);
    this.closed = new AbortController();
    const { signal } = this.closed;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.later(), { signal });
  }

  /** Draws no more, so that the browser can forget it. */
  close() {
    this.sizes.disconnect();
    this.closed.abort();
  }

  // ---- Where things are

  /** The end of everything; a moment has a length, too. */
  get last() {
    return Math.max(this.view.end, this.view.begin + SHORTEST);
  }

  get height() {
    return AXIS + this.view.rows.length * ROW + 8;
  }

  get width() {
    return Math.max(1, this.canvas.clientWidth - this.labels);
  }

  get labels() {
    return this.canvas.clientWidth < 600 ? 64 : LABELS;
  }

  get pixel() {
    return (this.end - this.begin) / this.width;
  }

  x(millis) {
    return this.labels + (millis - this.begin) / this.pixel;
  }

  millis(x) {
    return this.begin + (x - this.labels) * this.pixel;
  }

  y(row) {
    return AXIS + row * ROW;
  }

  rowAt(y) {
    const row = Math.floor((y - AXIS) / ROW);
    return row >= 0 && row < this.view.rows.length ? row : -1;
  }

  // ---- What is in view

  show(begin, end) {
    const span = Math.min(Math.max(end - begin, SHORTEST), this.last - this.view.begin);
    this.begin = Math.max(this.view.begin, Math.min(begin, this.last - span));
    this.end = this.begin + span;
    this.later();
  }

  /** Whether it shows anything but everything, which another picture would not. */
  isExamined() {
    const whole = this.last - this.view.begin;
    const scrolled = (this.canvas.parentElement?.scrollTop ?? 0) > 0;
    return this.chosen >= 0 || this.only >= 0 || this.end - this.begin < whole * 0.999 || scrolled;
  }

  zoom(factor, around) {
    const span = (this.end - this.begin) * factor;
    const share = (around - this.begin) / (this.end - this.begin);
    this.show(around - span * share, around + span * (1 - share));
  }

  move(share) {
    const by = (this.end - this.begin) * share;
    this.show(this.begin + by, this.end + by);
  }

  showOnly(kind) {
    this.only = this.only === kind ? -1 : kind;
    this.later();
    return this.only;
  }

  later() {
    if (!this.waits) {
      this.waits = true;
      requestAnimationFrame(() => {
        this.waits = false;
        this.draw();
      });
    }
  }

  // ---- Pointer and keys

  listen() {
    const canvas = this.canvas;
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && Math.abs(event.deltaY) > Math.abs(event.deltaX) && !event.shiftKey) {
          if (document.activeElement !== canvas) {
            return; // the page scrolls until the stream is used
          }
        }
        event.preventDefault();
        if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
          this.move((event.deltaX || event.deltaY) / this.width);
        } else {
          this.zoom(Math.exp(event.deltaY / 400), this.millis(event.offsetX));
        }
      },
      { passive: false },
    );
    const down = new Map();
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) {
        return;
      }
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, { x: event.offsetX, at: event.offsetX });
      this.dragged = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const one = down.get(event.pointerId);
      if (!one) {
        this.hover(event.offsetX, event.offsetY);
        return;
      }
      if (down.size === 2) {
        const other = [...down.entries()].find(([id]) => id !== event.pointerId)[1];
        const before = Math.abs(one.x - other.x);
        const now = Math.abs(event.offsetX - other.x);
        if (before > 10 && now > 10) {
          this.zoom(before / now, this.millis((event.offsetX + other.x) / 2));
        }
      } else {
        this.move((one.x - event.offsetX) / this.width);
      }
      this.dragged += Math.abs(event.offsetX - one.x);
      one.x = event.offsetX;
    });
    const up = (event) => {
      if (down.delete(event.pointerId) && this.dragged < 4 && event.type === "pointerup") {
        this.choose(this.runAt(event.offsetX, event.offsetY));
      }
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("dblclick", (event) => this.zoom(0.25, this.millis(event.offsetX)));
    canvas.addEventListener("pointerleave", () => this.say(this.chosen));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const middle = this.chosen < 0 ? (this.begin + this.end) / 2 : this.view.runs.begin[this.chosen];
    const actions = {
      "+": () => this.zoom(0.5, middle),
      "=": () => this.zoom(0.5, middle),
      "-": () => this.zoom(2, middle),
      Home: () => this.show(this.view.begin, this.view.end),
      PageUp: () => this.move(-0.8),
      PageDown: () => this.move(0.8),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      ArrowDown: () => this.stepRow(1),
      ArrowUp: () => this.stepRow(-1),
      Enter: () => this.note.querySelector("a")?.click(),
      Escape: () => this.choose(-1),
    };
    const action = actions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      action();
    }
  }

  step(by) {
    const runs = this.view.runs;
    if (this.chosen < 0) {
      this.stepRow(0);
      return;
    }
    const next = this.chosen + by;
    if (next >= 0 && next < runs.size && runs.row[next] === runs.row[this.chosen]) {
      this.choose(next);
    }
  }

  stepRow(by) {
    const runs = this.view.runs;
    const rows = this.view.rows.length;
    let row = this.chosen < 0 ? 0 : runs.row[this.chosen] + by;
    const at = this.chosen < 0 ? this.begin : runs.begin[this.chosen];
    for (; row >= 0 && row < rows; row += by || 1) {
      const i = runs.after(row, at);
      if (i >= 0) {
        this.choose(Math.min(i, runs.endOf(row) - 1));
        return;
      }
    }
  }

  choose(i) {
    this.chosen = i;
    if (i >= 0) {
      const { runs } = this.view;
      if (runs.end(i) < this.begin || runs.begin[i] > this.end) {
        const half = (this.end - this.begin) / 2;
        this.show(runs.begin[i] - half, runs.begin[i] + half);
      }
      this.scrollTo(runs.row[i]);
    }
    this.said = undefined; // the chosen one has a link
    this.say(i);
    this.later();
  }

  /** Where there are more rows than fit, those out of sight are scrolled to. */
  scrollTo(row) {
    const frame = this.canvas.parentElement;
    const y = this.y(row);
    if (frame && (y < frame.scrollTop || y + ROW > frame.scrollTop + frame.clientHeight)) {
      frame.scrollTop = y - frame.clientHeight / 2;
    }
  }

  runAt(x, y) {
    const row = this.rowAt(y);
    return row < 0 || x < this.labels ? -1 : this.view.runs.at(row, this.millis(x), this.pixel * 2);
  }

  hover(x, y) {
    const i = this.runAt(x, y);
    this.canvas.style.cursor = i >= 0 ? "pointer" : "grab";
    this.say(i >= 0 ? i : this.chosen);
  }

  say(i) {
    if (i === this.said) {
      return;
    }
    this.said = i;
    this.note.textContent = i < 0 ? "" : this.words(i);
    if (i >= 0 && i === this.chosen && this.linkTo && this.view.runs.count[i] === 1) {
      const link = element("a", "what happened to it");
      link.href = this.linkTo(this.view.names(this.view.runs.task[i]));
      this.note.append("  ", link);
    }
  }

  words(i) {
    const { runs, rows, kinds, names } = this.view;
    const row = rows[runs.row[i]];
    const where = `${row.node} slot ${row.slot}, ${moment(runs.begin[i])} ${zone(runs.begin[i])}, `;
    const kind = shortName(kinds[runs.kind[i]]);
    return visible(
      runs.count[i] > 1
        ? `${kind}  ${runs.count[i]} short runs in a row\n${where}within ${length(runs.ms[i])}`
        : `${kind}  ${names(runs.task[i])}\n${where}${length(runs.ms[i])}, ${ENDED[runs.ended[i]]}`,
    );
  }

  draw() {
    this.painter.draw();
  }
}
