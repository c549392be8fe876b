// When jobs end in many simulated runs, as one picture: a row for each job, the ends as they are and with a change.
import { shortName } from "./elements.js";
import { clock, ticks, zone } from "./times.js";

const NAME = 18;
const ROW = NAME + 46;
const TOP = 8;
const BOTTOM = 24;
const LEFT = 12;

/** Begin and end of the axis: all that is drawn, and something beside it. */
function extent(at, jobs) {
  const all = jobs.flatMap((job) => [job.end, job.changedEnd].filter(Boolean).flatMap((end) => end.runs));
  const ended = jobs.map((job) => job.ended).filter(Boolean);
  const last = Math.max(at + 1000, ...all, ...ended);
  return [at, last + 0.04 * (last - at)];
}

/** One set of ends: each run as a pale stroke, the interval as a bar, the median as a line across it. */
function drawEnds(pen, end, x, y, height, colour, lineColour) {
  pen.fillStyle = colour;
  pen.globalAlpha = Math.max(0.06, Math.min(0.5, 8 / end.runs.length));
  for (const each of end.runs) {
    pen.fillRect(x(each) - 1, y, 2, height);
  }
  pen.globalAlpha = 1;
  pen.fillRect(x(end.low), y + height / 2 - 2, Math.max(1, x(end.high) - x(end.low)), 4);
  pen.fillStyle = lineColour;
  pen.fillRect(x(end.median) - 1, y, 2, height);
}

/**
 * Draws the ends of jobs.
 *
 * @param at the moment from which on they were simulated, milliseconds since 1970
 */
export function drawBands(canvas, at, jobs) {
  const scale = window.devicePixelRatio || 1;
  const height = TOP + jobs.length * ROW + BOTTOM;
  canvas.style.height = height + "px";
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const paint = (name) => style.getPropertyValue(name).trim();
  const width = canvas.clientWidth - 2 * LEFT;
  const [begin, end] = extent(at, jobs);
  const x = (time) => LEFT + ((time - begin) / (end - begin)) * width;
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
  const marks = ticks(begin, end, Math.max(2, width / 120));
  for (const mark of marks.marks) {
    pen.fillStyle = paint("--line");
    pen.fillRect(x(mark), TOP, 1, jobs.length * ROW);
    pen.fillStyle = paint("--soft");
    pen.fillText(clock(mark, marks.step), x(mark) + 3, height - BOTTOM / 2);
  }
  pen.textAlign = "right";
  pen.fillText(zone(at), LEFT + width, height - BOTTOM / 2);
  pen.textAlign = "left";
  jobs.forEach((job, row) => {
    const y = TOP + row * ROW + NAME;
    pen.fillStyle = paint("--text");
    pen.fillText(shortName(job.name), LEFT, y - NAME / 2, width);
    drawEnds(pen, job.end, x, y + 2, 18, paint("--idle"), paint("--text"));
    if (job.changedEnd) {
      drawEnds(pen, job.changedEnd, x, y + 22, 18, paint("--kind0"), paint("--text"));
    }
    if (job.ended) {
      pen.fillStyle = paint("--bad");
      pen.fillRect(x(job.ended) - 1, y, 2, ROW - NAME - 4);
    }
    pen.fillStyle = paint("--line");
    pen.fillRect(LEFT, y + ROW - NAME - 2, width, 1);
  });
}
