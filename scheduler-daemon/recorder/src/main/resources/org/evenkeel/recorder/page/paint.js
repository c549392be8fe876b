// Draws what is in view of a task stream: axis, labels, runs, hatched idle times, gaps and moves.
import { clock, day, ticks, zone } from "./times.js";
import { shortName } from "./elements.js";
import { Strip } from "./strip.js";

/** Colours that people with any colour vision tell apart; a kind beyond them shares the last one. */
export const COLOURS = 8;

export const AXIS = 28;
export const ROW = 22;

const GAP = 4;
const MOST_ARCS = 400;

/** The colours of a strip behind those of kinds. */
const FAILED = COLOURS;

/** The colours of the page, and what is made of them. They change with its theme. */
class Paints {
  constructor(canvas, pen) {
    const style = getComputedStyle(canvas);
    const paint = (name) => style.getPropertyValue(name).trim();
    this.line = paint("--line");
    this.soft = paint("--soft");
    this.text = paint("--text");
    this.bad = paint("--bad");
    const kinds = Array.from({ length: COLOURS }, (_, i) => paint("--kind" + i));
    this.strip = new Strip([...kinds, this.bad], paint("--page"));
    this.hatch = hatch(pen, paint("--idle"));
  }
}

function hatch(pen, colour) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const lines = tile.getContext("2d");
  lines.strokeStyle = colour;
  lines.lineWidth = 1.5;
  for (const shift of [-8, 0, 8]) {
    lines.beginPath();
    lines.moveTo(shift, 8);
    lines.lineTo(shift + 8, 0);
    lines.stroke();
  }
  return pen.createPattern(tile, "repeat");
}

/** Gaps by their machines; those of all machines by undefined. */
function byMachine(gaps) {
  const machines = new Map([[undefined, []]]);
  for (const gap of gaps) {
    machines.has(gap.machine) ? machines.get(gap.machine).push(gap) : machines.set(gap.machine, [gap]);
  }
  return machines;
}

export class StreamPainter {
  constructor(stream) {
    this.stream = stream;
    this.canvas = stream.canvas;
    this.paints = undefined;
    this.gaps = byMachine(stream.view.gaps);
  }

  /** The theme of the page has changed. */
  forgetColours() {
    this.paints = undefined;
  }

  /** Draws all; the stream has measured itself. */
  draw() {
    const started = performance.now();
    const { canvas, stream } = this;
    const { wide, high } = stream;
    const scale = window.devicePixelRatio || 1;
    const width = Math.round(wide * scale);
    const height = Math.round(high * scale);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const pen = canvas.getContext("2d");
    this.paints ??= new Paints(canvas, pen);
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, wide, high);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const [first, behind] = stream.rowsInView();
    this.rows = Array.from({ length: behind - first }, (_, i) => first + i);
    this.drawAxis(pen);
    this.clipped(pen, stream.labels, () => {
      this.drawBacklog(pen);
      this.drawRuns(pen, scale);
      this.drawChosen(pen);
      this.drawGaps(pen);
      this.drawMoves(pen);
    });
    this.clipped(pen, 0, () => this.drawLabels(pen));
    this.lastDrawMillis = performance.now() - started; // for tests
  }

  /** Draws below the axis and right of x only. */
  clipped(pen, x, draw) {
    pen.save();
    pen.beginPath();
    pen.rect(x, AXIS, this.stream.wide - x, this.stream.high - AXIS);
    pen.clip();
    draw();
    pen.restore();
  }

  drawAxis(pen) {
    const { begin, end, width, high } = this.stream;
    const { step, marks } = ticks(begin, end, Math.max(2, width / 110));
    pen.strokeStyle = this.paints.line;
    pen.fillStyle = this.paints.soft;
    pen.textAlign = "left";
    for (const at of marks) {
      const x = Math.round(this.stream.x(at)) + 0.5;
      pen.beginPath();
      pen.moveTo(x, AXIS - 8);
      pen.lineTo(x, high);
      pen.stroke();
      pen.fillText(step >= 86400000 ? day(at) : clock(at, step), x + 4, AXIS / 2);
    }
    pen.fillText(zone(begin), 4, AXIS / 2);
  }

  /** A name at the first row of its machine that is in view. */
  drawLabels(pen) {
    const { view, labels, wide } = this.stream;
    pen.textAlign = "left";
    let node = null;
    for (const row of this.rows) {
      const { node: machine, slot } = view.rows[row];
      const y = this.stream.y(row) + ROW / 2;
      if (machine !== node) {
        node = machine;
        pen.strokeStyle = this.paints.line;
        pen.beginPath();
        pen.moveTo(0, this.stream.y(row) + 0.5);
        pen.lineTo(wide, this.stream.y(row) + 0.5);
        pen.stroke();
        pen.fillStyle = this.paints.text;
        pen.fillText(fitted(pen, shortName(machine), labels - 40), 4, y);
      }
      pen.fillStyle = this.paints.soft;
      pen.fillText(String(slot), labels - 28, y);
    }
  }

  /** Where tasks waited, a row without a bar is hatched. Times that are closer than a pixel are drawn as one. */
  drawBacklog(pen) {
    const { view, begin: from, end: until, pixel, labels, width } = this.stream;
    const times = [];
    for (const [begin, end] of view.backlog) {
      if (end > from && begin < until) {
        const last = times.at(-1);
        if (last && begin - last[1] < pixel) {
          last[1] = end;
        } else {
          times.push([begin, end]);
        }
      }
    }
    if (times.length === 0 || this.rows.length === 0) {
      return;
    }
    pen.save();
    pen.beginPath();
    this.rows.forEach((row) => pen.rect(labels, this.stream.y(row) + GAP / 2, width, ROW - GAP));
    pen.clip();
    pen.fillStyle = this.paints.hatch;
    const top = this.stream.y(this.rows[0]);
    for (const [begin, end] of times) {
      const wide = Math.max(0.5, (end - begin) / pixel);
      pen.fillRect(this.stream.x(begin), top, wide, this.rows.length * ROW);
    }
    pen.restore();
  }

  drawRuns(pen, scale) {
    const { only, begin, end, pixel: whole, labels, width } = this.stream;
    const grid = { begin, pixel: whole / scale };
    const { strip } = this.paints;
    strip.clear(width * scale, this.rows.length);
    this.lastBars = 0; // for tests
    this.rows.forEach((row, line) => {
      for (const layer of this.stream.layers(row)) {
        const from = Math.max(begin, layer.begin);
        const until = Math.min(end, layer.end);
        if (from < until) {
          layer.runs.bars(row, from, until, grid, (one, other, kind, share, i) => {
            this.lastBars++;
            const narrow = other - one < 1.5 * grid.pixel;
            const left = ((narrow ? one : Math.max(one, from)) - begin) / grid.pixel;
            const right = ((narrow ? other : Math.min(other, until)) - begin) / grid.pixel;
            const cover = (only < 0 || only === kind ? 1 : 0.15) * (0.35 + 0.65 * share);
            this.bar(line, left, right, Math.min(kind, COLOURS - 1), cover, other <= until ? layer.runs : undefined, i);
          });
        }
      }
    });
    strip.draw(pen, labels, width, (line) => this.stream.y(this.rows[line]) + GAP / 2, ROW - GAP);
  }

  /** A bar with what marks its end, if that is in view: a pixel that is free, or that it failed. */
  bar(line, left, right, colour, cover, runs, i) {
    const { strip } = this.paints;
    const wide = right - left;
    strip.bar(line, left, right, colour, cover);
    if (runs && i >= 0 && wide > 2) {
      if (runs.ended[i] === 1) {
        const mark = Math.min(3, wide / 2);
        strip.bar(line, right - mark, right, FAILED, 1);
        if (wide > 6) {
          strip.bar(line, right - mark - 1, right - mark, strip.background, 1); // whatever the colour of the kind
        }
      } else if (wide > 4 && runs.count[i] === 1) {
        strip.bar(line, right - 1, right, strip.background, 1);
      }
    }
  }

  /** A frame around the run that is chosen, however short it is. */
  drawChosen(pen) {
    const { chosen, pixel } = this.stream;
    if (chosen) {
      const { runs, i } = chosen;
      pen.strokeStyle = this.paints.text;
      pen.lineWidth = 2;
      const y = this.stream.y(runs.row[i]) + GAP / 2;
      pen.strokeRect(this.stream.x(runs.begin[i]), y, Math.max(3, runs.ms[i] / pixel), ROW - GAP);
      pen.lineWidth = 1;
    }
  }

  /** Times of which no records are kept. */
  drawGaps(pen) {
    const { view, begin, end, pixel } = this.stream;
    pen.fillStyle = this.paints.bad;
    for (const row of this.rows) {
      for (const gap of [...this.gaps.get(undefined), ...(this.gaps.get(view.rows[row].node) ?? [])]) {
        if (gap.end > begin && gap.begin < end) {
          const wide = Math.max(2, (gap.end - gap.begin) / pixel);
          pen.fillRect(this.stream.x(gap.begin), this.stream.y(row) + ROW - 3, wide, 2);
        }
      }
    }
  }

  /** From where a run was suspended to where it resumed. */
  drawMoves(pen) {
    const { view, begin, end } = this.stream;
    const { runs } = view;
    const seen = [];
    for (const move of view.moves) {
      if (runs.begin[move.to] > begin && runs.end(move.from) < end) {
        seen.push(move);
        if (seen.length > MOST_ARCS) {
          return;
        }
      }
    }
    pen.strokeStyle = this.paints.text;
    for (const move of seen) {
      const fromX = this.stream.x(runs.end(move.from));
      const toX = this.stream.x(runs.begin[move.to]);
      const fromY = this.stream.y(runs.row[move.from]) + ROW / 2;
      const toY = this.stream.y(runs.row[move.to]) + ROW / 2;
      pen.beginPath();
      pen.moveTo(fromX, fromY);
      pen.bezierCurveTo(fromX + 14, fromY, toX - 14, toY, toX, toY);
      pen.stroke();
      pen.beginPath();
      pen.arc(toX, toY, 2.5, 0, 7);
      pen.stroke();
    }
  }
}

function fitted(pen, text, width) {
  if (pen.measureText(text).width <= width) {
    return text;
  }
  let letters = [...text];
  while (letters.length > 1 && pen.measureText(letters.join("") + "…").width > width) {
    letters = letters.slice(0, Math.floor(letters.length * 0.8));
  }
  return letters.join("") + "…";
}
