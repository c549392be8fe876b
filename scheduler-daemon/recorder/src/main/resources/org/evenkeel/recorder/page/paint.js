// Draws a task stream: axis, labels, runs, hatched idle times, gaps and moves.
import { clock, day, ticks, zone } from "./times.js";
import { shortName } from "./elements.js";
import { Strip } from "./strip.js";

/** Colours that people with any colour vision tell apart; a kind beyond them shares the last one. */
export const COLOURS = 8;

export const AXIS = 28;
export const ROW = 22;

const GAP = 4;
const MOST_ARCS = 400;

/** Of the height of a canvas: browsers draw nothing on a larger one. */
const MOST_PIXELS = 30000;

export class StreamPainter {
  constructor(stream) {
    this.stream = stream;
    this.canvas = stream.canvas;
  }

  draw() {
    const started = performance.now();
    const canvas = this.canvas;
    const { height } = this.stream;
    const scale = Math.min(window.devicePixelRatio || 1, MOST_PIXELS / height);
    const wide = Math.round(canvas.clientWidth * scale);
    const high = Math.round(height * scale);
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    this.paint = (name) => style.getPropertyValue(name).trim();
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, canvas.clientWidth, height);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    this.drawAxis(pen, height);
    pen.save();
    pen.beginPath();
    pen.rect(this.stream.labels, 0, this.stream.width, height);
    pen.clip();
    this.drawBacklog(pen);
    this.drawRuns(pen);
    this.drawChosen(pen);
    this.drawGaps(pen);
    this.drawMoves(pen);
    pen.restore();
    this.drawLabels(pen);
    this.lastDrawMillis = performance.now() - started; // for tests
  }

  drawAxis(pen, height) {
    const { step, marks } = ticks(this.stream.begin, this.stream.end, Math.max(2, this.stream.width / 110));
    pen.strokeStyle = this.paint("--line");
    pen.fillStyle = this.paint("--soft");
    pen.textAlign = "left";
    for (const at of marks) {
      const x = Math.round(this.stream.x(at)) + 0.5;
      pen.beginPath();
      pen.moveTo(x, AXIS - 8);
      pen.lineTo(x, height);
      pen.stroke();
      pen.fillText(step >= 86400000 ? day(at) : clock(at, step), x + 4, AXIS / 2);
    }
    pen.fillText(zone(this.stream.begin), 4, AXIS / 2);
  }

  drawLabels(pen) {
    pen.textAlign = "left";
    let node = null;
    this.stream.view.rows.forEach((row, number) => {
      const y = this.stream.y(number) + ROW / 2;
      if (row.node !== node) {
        node = row.node;
        pen.strokeStyle = this.paint("--line");
        pen.beginPath();
        pen.moveTo(0, this.stream.y(number) + 0.5);
        pen.lineTo(this.canvas.clientWidth, this.stream.y(number) + 0.5);
        pen.stroke();
        pen.fillStyle = this.paint("--text");
        pen.fillText(fitted(pen, shortName(row.node), this.stream.labels - 40), 4, y);
      }
      pen.fillStyle = this.paint("--soft");
      pen.fillText(String(row.slot), this.stream.labels - 28, y);
    });
  }

  /** Where tasks waited, a row without a bar is hatched. Times that are closer than a pixel are drawn as one. */
  drawBacklog(pen) {
    const { rows, backlog } = this.stream.view;
    const times = [];
    for (const [begin, end] of backlog) {
      if (end > this.stream.begin && begin < this.stream.end) {
        const last = times.at(-1);
        if (last && begin - last[1] < this.stream.pixel) {
          last[1] = end;
        } else {
          times.push([begin, end]);
        }
      }
    }
    if (times.length === 0) {
      return;
    }
    pen.save();
    pen.beginPath();
    rows.forEach((_, row) => pen.rect(this.stream.labels, this.stream.y(row) + GAP / 2, this.stream.width, ROW - GAP));
    pen.clip();
    pen.fillStyle = this.hatch(pen);
    for (const [begin, end] of times) {
      const wide = Math.max(0.5, (end - begin) / this.stream.pixel);
      pen.fillRect(this.stream.x(begin), AXIS, wide, rows.length * ROW);
    }
    pen.restore();
  }

  hatch(pen) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 8;
    const lines = tile.getContext("2d");
    lines.strokeStyle = this.paint("--idle");
    lines.lineWidth = 1.5;
    for (const shift of [-8, 0, 8]) {
      lines.beginPath();
      lines.moveTo(shift, 8);
      lines.lineTo(shift + 8, 0);
      lines.stroke();
    }
    return pen.createPattern(tile, "repeat");
  }

  drawRuns(pen) {
    const colours = [];
    for (let i = 0; i < COLOURS; i++) {
      colours.push(this.paint("--kind" + i));
    }
    const background = this.paint("--page");
    const failed = this.paint("--bad");
    const { labels, width, only, pixel } = this.stream;
    const { runs, rows } = this.stream.view;
    const strip = new Strip(width, rows.length, colours, background);
    this.lastBars = 0; // for tests
    rows.forEach((_, row) => {
      const y = this.stream.y(row) + GAP / 2;
      runs.bars(row, this.stream.begin, this.stream.end, pixel, (begin, end, kind, share, i) => {
        this.lastBars++;
        const x = this.stream.x(begin);
        const wide = (end - begin) / pixel;
        const colour = Math.min(kind, COLOURS - 1);
        const cover = (only < 0 || only === kind ? 1 : 0.15) * (0.35 + 0.65 * share);
        if (wide < 1.5) {
          strip.add(Math.floor(x - labels + 0.01), row, colour, cover);
          return;
        }
        pen.fillStyle = background;
        pen.fillRect(x, y, wide, ROW - GAP);
        pen.globalAlpha = cover;
        pen.fillStyle = colours[colour];
        pen.fillRect(x, y, wide > 3 ? wide - 0.5 : wide, ROW - GAP);
        pen.globalAlpha = 1;
        if (runs.ended[i] === 1 && wide > 2) {
          pen.fillStyle = failed;
          pen.fillRect(x + wide - 3, y, 3, ROW - GAP);
        }
      });
    });
    strip.draw(pen, labels, (row) => this.stream.y(row) + GAP / 2, ROW - GAP);
  }

  /** A frame around the run that is chosen, however short it is. */
  drawChosen(pen) {
    const { chosen, pixel } = this.stream;
    const { runs } = this.stream.view;
    if (chosen >= 0) {
      pen.strokeStyle = this.paint("--text");
      pen.lineWidth = 2;
      const y = this.stream.y(runs.row[chosen]) + GAP / 2;
      pen.strokeRect(this.stream.x(runs.begin[chosen]), y, Math.max(3, runs.ms[chosen] / pixel), ROW - GAP);
      pen.lineWidth = 1;
    }
  }

  /** Times of which no records are kept. */
  drawGaps(pen) {
    pen.fillStyle = this.paint("--bad");
    for (const gap of this.stream.view.gaps) {
      if (gap.end > this.stream.begin && gap.begin < this.stream.end) {
        pen.fillRect(this.stream.x(gap.begin), this.stream.y(gap.row) + ROW - 3, Math.max(2, (gap.end - gap.begin) / this.stream.pixel), 2);
      }
    }
  }

  /** From where a run was suspended to where it resumed. */
  drawMoves(pen) {
    const { runs, moves } = this.stream.view;
    const seen = moves.filter((move) => runs.begin[move.to] > this.stream.begin && runs.end(move.from) < this.stream.end);
    if (seen.length > MOST_ARCS) {
      return;
    }
    pen.strokeStyle = this.paint("--text");
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
