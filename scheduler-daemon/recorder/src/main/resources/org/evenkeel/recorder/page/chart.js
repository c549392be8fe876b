// A line over time.
import { clock, ticks, zone } from "./times.js";

const HEIGHT = 140;
const LEFT = 56;
const BOTTOM = 22;

/** The smallest of 1, 2, 5 times a power of ten that is not below a value. */
function above(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= value);
}

/**
 * Draws values that were taken at equal distances. Of a negative one nothing is known: the line ends and begins again.
 *
 * @param step between two of them, milliseconds
 * @param end of the last one, milliseconds since 1970
 */
export function lineChart(canvas, values, step, end) {
  const scale = window.devicePixelRatio || 1;
  canvas.style.height = HEIGHT + "px";
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(HEIGHT * scale);
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const paint = (name) => style.getPropertyValue(name).trim();
  const width = canvas.clientWidth - LEFT;
  const height = HEIGHT - BOTTOM - 8;
  const most = above(Math.max(...values, 1));
  const begin = end - Math.max(60, values.length) * step;
  const x = (at) => LEFT + ((at - begin) / (end - begin)) * width;
  const y = (value) => 8 + height - (value / most) * height;
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.strokeStyle = paint("--line");
  pen.fillStyle = paint("--soft");
  pen.textAlign = "right";
  for (const value of [0, most / 2, most]) {
    pen.beginPath();
    pen.moveTo(LEFT, y(value));
    pen.lineTo(LEFT + width, y(value));
    pen.stroke();
    pen.fillText(String(value), LEFT - 6, y(value));
  }
  pen.textAlign = "left";
  const marks = ticks(begin, end, Math.max(2, width / 120));
  for (const at of marks.marks) {
    pen.fillText(clock(at, marks.step), x(at), HEIGHT - BOTTOM / 2);
  }
  pen.fillText(zone(end), 4, HEIGHT - BOTTOM / 2);
  pen.strokeStyle = paint("--kind0");
  pen.lineWidth = 1.5;
  pen.beginPath();
  values.forEach((value, i) => {
    const at = end - (values.length - 1 - i) * step;
    if (value >= 0) {
      const continues = i > 0 && values[i - 1] >= 0;
      continues ? pen.lineTo(x(at), y(value)) : pen.moveTo(x(at), y(value));
    }
  });
  pen.stroke();
}
