// The task stream: a row for each slot, a bar for each run, in a canvas that is zoomed and moved by pointer and keys.
import { count, length, moment, zone } from "./times.js";
import { element, shortName, visible } from "./elements.js";
import { ENDED } from "./runs.js";
import { AXIS, ROW, StreamPainter } from "./paint.js";
import { Tiles } from "./tiles.js";

const LABELS = 132;
const SHORTEST = 1; // milliseconds in view

/** What is said of the detail of a picture. */
const DETAIL = {
  joined: "Where there are many short runs, one bar stands for several.",
  coming: "Finer detail is being read: until it is there, one bar stands for several short runs.",
  fine: "Everything in view is in full detail.",
};

/**
 * What of the runs is in view, and which one is chosen. The canvas is as high as its frame, which scrolls over the rows:
 * it draws those in view.
 *
 * parts: { canvas, frame, note, detail } elements: the canvas is in a block of the height of all rows, in the frame
 * view: { runs, rows: [{node, slot}], kinds: [name], moves: [{from, to}], backlog: [[begin, end]],
 *         gaps: [{machine, begin, end, lost}] (no machine: all of them), begin, end, tiles: where finer runs are, undefined if there are none }
 * linkTo: id of a task -> address of its page; undefined where there are no such pages
 */
export class TaskStream {
  constructor(parts, view, linkTo) {
    this.canvas = parts.canvas;
    this.frame = parts.frame;
    this.note = parts.note;
    this.detail = parts.detail;
    this.view = view;
    this.linkTo = linkTo;
    this.begin = view.begin;
    this.end = this.last;
    this.only = -1;
    this.chosen = null;
    this.known = new Map();
    this.tiles = view.tiles && new Tiles(view.tiles, view, () => this.later());
    this.joined = view.runs.count.some((count) => count > 1);
    this.painter = new StreamPainter(this);
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute(
      "aria-label",
      "Task stream. Arrow keys choose a run, plus and minus zoom, Page Up and Page Down move, Home shows everything.",
    );
    this.canvas.parentElement.style.height = this.height + "px";
    this.measure();
    this.listen();
    this.sizes = new ResizeObserver(() => this.later());
    this.sizes.observe(this.frame);
    this.closed = new AbortController();
    const { signal } = this.closed;
    const themeChanged = () => {
      this.painter.forgetColours();
      this.later();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themeChanged, { signal });
  }

  /** Draws no more, so that the browser can forget it. */
  close() {
    this.sizes.disconnect();
    this.closed.abort();
    this.tiles?.close();
  }

  // ---- Where things are

  /** Learns its size: to ask the page for it takes as long as many bars do. */
  measure() {
    this.wide = this.canvas.clientWidth;
    this.high = Math.max(AXIS + ROW, Math.min(this.height, this.frame.clientHeight || this.height));
    this.scrolled = this.frame.scrollTop;
    this.labels = this.wide < 600 ? 64 : LABELS;
    this.width = Math.max(1, this.wide - this.labels);
    const style = this.high + "px";
    if (this.canvas.style.height !== style) {
      this.canvas.style.height = style;
    }
  }

  /** The end of everything; a moment has a length, too. */
  get last() {
    return Math.max(this.view.end, this.view.begin + SHORTEST);
  }

  get height() {
    return AXIS + this.view.rows.length * ROW + 8;
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
    return AXIS + row * ROW - this.scrolled;
  }

  rowAt(y) {
    const row = Math.floor((y - AXIS + this.scrolled) / ROW);
    return y >= AXIS && row < this.view.rows.length ? row : -1;
  }

  /** The first row of which anything is in view, and the one behind the last. */
  rowsInView() {
    const rows = this.view.rows.length;
    const first = Math.min(rows, Math.floor(this.scrolled / ROW));
    return [first, Math.min(rows, Math.ceil((this.scrolled + this.high - AXIS) / ROW))];
  }

  /** The best that is known of a row, in order of time: [{ begin, end, runs, fine }]. */
  layers(row) {
    if (!this.tiles) {
      return [{ begin: -Infinity, end: Infinity, runs: this.view.runs, fine: true }];
    }
    const block = this.tiles.block(row);
    if (!this.known.has(block)) {
      this.known.set(block, this.tiles.layers(row, this.begin, this.end, this.pixel, this.view.runs));
    }
    return this.known.get(block);
  }

  // ---- What is in view

  show(begin, end) {
    const span = Math.min(Math.max(end - begin, SHORTEST), this.last - this.view.begin);
    this.begin = Math.max(this.view.begin, Math.min(begin, this.last - span));
    this.end = this.begin + span;
    this.known.clear();
    this.later();
  }

  /** Whether it shows anything but everything, which another picture would not. */
  isExamined() {
    const whole = this.last - this.view.begin;
    return this.chosen !== null || this.only >= 0 || this.end - this.begin < whole * 0.999 || this.frame.scrollTop > 0;
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
        if (!this.closed.signal.aborted) {
          this.draw();
        }
      });
    }
  }

  // ---- Pointer and keys

  listen() {
    const canvas = this.canvas;
    this.frame.addEventListener("scroll", () => this.later());
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
    const { chosen } = this;
    const middle = chosen ? chosen.runs.begin[chosen.i] : (this.begin + this.end) / 2;
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
      Escape: () => this.choose(null),
    };
    const action = actions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      action();
    }
  }

  step(by) {
    if (!this.chosen) {
      this.stepRow(0);
      return;
    }
    const { runs, i } = this.chosen;
    const row = runs.row[i];
    const beside = i + by;
    const isBest = () => this.layerAt(row, runs.begin[beside]).runs === runs;
    if (runs.has(row, beside) && isBest()) {
      this.choose({ runs, i: beside });
      return;
    }
    const next = by > 0 ? this.after(row, runs.end(i)) : this.before(row, runs.begin[i]);
    if (next) {
      this.choose(next);
    }
  }

  stepRow(by) {
    const { chosen } = this;
    const rows = this.view.rows.length;
    let row = chosen ? chosen.runs.row[chosen.i] + by : this.rowsInView()[0];
    const at = chosen ? chosen.runs.begin[chosen.i] : this.begin;
    for (; row >= 0 && row < rows; row += by || 1) {
      const found = this.after(row, at) ?? this.before(row, at);
      if (found) {
        this.choose(found);
        return;
      }
    }
  }

  layerAt(row, at) {
    return this.layers(row).find((layer) => at < layer.end);
  }

  /** The first run of a row that ends after a moment; undefined if there is none. */
  after(row, at) {
    for (const { begin, end, runs } of this.layers(row)) {
      const i = end > at ? runs.after(row, Math.max(at, begin)) : -1;
      if (runs.has(row, i) && runs.begin[i] < end) {
        return { runs, i };
      }
    }
    return undefined;
  }

  /** The last run of a row that begins before a moment; undefined if there is none. */
  before(row, at) {
    for (const { begin, end, runs } of this.layers(row).toReversed()) {
      const i = begin < at ? runs.before(row, Math.min(at, end)) : -1;
      if (i >= 0 && runs.end(i) > begin) {
        return { runs, i };
      }
    }
    return undefined;
  }

  /** Chooses a run, { runs, i }, or none, null. */
  choose(run) {
    this.chosen = run;
    if (run) {
      const { runs, i } = run;
      if (runs.end(i) < this.begin || runs.begin[i] > this.end) {
        const half = (this.end - this.begin) / 2;
        this.show(runs.begin[i] - half, runs.begin[i] + half);
      }
      this.scrollTo(runs.row[i]);
    }
    this.said = undefined; // the chosen one has a link
    this.say(run);
    this.later();
  }

  /** Where there are more rows than fit, those out of sight are scrolled to. */
  scrollTo(row) {
    const top = row * ROW;
    if (top < this.frame.scrollTop || top + ROW > this.frame.scrollTop + this.high - AXIS) {
      this.frame.scrollTop = top - this.high / 2;
    }
  }

  runAt(x, y) {
    const row = this.rowAt(y);
    if (row < 0 || x < this.labels) {
      return null;
    }
    const at = this.millis(x);
    const { runs } = this.layerAt(row, at);
    const i = runs.at(row, at, this.pixel * 2);
    return i >= 0 ? { runs, i } : null;
  }

  hover(x, y) {
    const run = this.runAt(x, y);
    this.canvas.style.cursor = run ? "pointer" : "grab";
    this.say(run ?? this.chosen);
  }

  say(run) {
    if (this.said && isSame(run, this.said)) {
      return;
    }
    this.said = run ?? undefined;
    this.note.textContent = run ? this.words(run) : "";
    if (run && isSame(run, this.chosen) && this.linkTo && run.runs.count[run.i] === 1) {
      const link = element("a", "what happened to it");
      link.href = this.linkTo(run.runs.nameOf(run.i));
      this.note.append("  ", link);
    }
  }

  words({ runs, i }) {
    const { rows, kinds } = this.view;
    const row = rows[runs.row[i]];
    const where = `${shortName(row.node)} slot ${row.slot}, ${moment(runs.begin[i])} ${zone(runs.begin[i])}, `;
    const kind = shortName(kinds[runs.kind[i]]);
    return runs.count[i] > 1
      ? `${count(runs.count[i])} short runs in a row, mostly of ${kind}\n${where}within ${length(runs.ms[i])}`
      : `${kind}  ${visible(runs.nameOf(i))}\n${where}${length(runs.ms[i])}, ${ENDED[runs.ended[i]]}`;
  }

  draw() {
    this.measure();
    this.known.clear();
    this.painter.draw();
    const fine = this.askForDetail();
    this.lastFrame = { begin: this.begin, end: this.end, fine, at: performance.now() }; // for tests
  }

  /** Asks for what is in view, and says whether it is there. */
  askForDetail() {
    let words = this.joined ? DETAIL.joined : "";
    let fine = true;
    if (this.tiles) {
      const [first, behind] = this.rowsInView();
      fine = this.tiles.want(this.begin, this.end, first, Math.max(first, behind - 1), this.pixel);
      words = fine ? DETAIL.fine : this.tiles.failure || DETAIL.coming;
    }
    const text = visible(words.trim());
    if (this.detail.textContent !== text) {
      this.detail.textContent = text;
    }
    return fine;
  }
}

function isSame(one, other) {
  return one?.runs === other?.runs && one?.i === other?.i;
}
