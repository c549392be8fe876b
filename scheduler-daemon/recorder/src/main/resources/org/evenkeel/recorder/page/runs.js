// The runs of tasks as columns, and what of them is to be drawn in a window of time.

/** How a run ended, in the order of Run.Ended. */
export const ENDED = ["finished", "failed", "waiting for others", "moved", "returned", "lost", "still running"];

/**
 * Runs in memory, sorted by row, then by begin. Times are milliseconds since 1970.
 *
 * A bar may stand for several runs; it then has the kind that took most of it, and the time in which any of them ran.
 */
export class Runs {
  /** nameOf: number of a run -> id of its task, of the first one if there are several. */
  constructor(size, nameOf) {
    this.row = new Uint32Array(size);
    this.kind = new Uint16Array(size);
    this.ended = new Uint8Array(size);
    this.count = new Uint32Array(size).fill(1);
    this.begin = new Float64Array(size);
    this.ms = new Float64Array(size);
    this.used = this.ms;
    this.firstOf = [];
    this.behindOf = [];
    this.nameOf = nameOf;
  }

  /** Learns where rows begin and end; all runs are there. */
  findRows() {
    for (let i = 0; i < this.size; i++) {
      if (i === 0 || this.row[i] !== this.row[i - 1]) {
        this.firstOf[this.row[i]] = i;
      }
      this.behindOf[this.row[i]] = i + 1;
    }
    return this;
  }

  get size() {
    return this.row.length;
  }

  end(i) {
    return this.begin[i] + this.ms[i];
  }

  /** The first run of a row that ends after a moment, or the one behind its last; -1 if the row has none. */
  after(row, moment) {
    return this.find(row, (i) => this.end(i) > moment);
  }

  /** The last run of a row that begins before a moment, -1 if there is none. */
  before(row, moment) {
    const behind = this.find(row, (i) => this.begin[i] >= moment);
    return behind > (this.firstOf[row] ?? Infinity) ? behind - 1 : -1;
  }

  /** The first run of a row of which something is true, as it is of all that follow. */
  find(row, isTrue) {
    let low = this.firstOf[row];
    if (low === undefined) {
      return -1;
    }
    let high = this.behindOf[row];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isTrue(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Whether this is a run of the row. */
  has(row, i) {
    return i >= 0 && i < this.size && this.row[i] === row;
  }

  /** The run of a row at a moment, -1 if it has none. */
  at(row, moment, tolerance) {
    const there = this.after(row, moment);
    if (this.has(row, there) && this.begin[there] <= moment) {
      return there;
    }
    const i = this.after(row, moment - tolerance);
    return this.has(row, i) && this.begin[i] <= moment + tolerance ? i : -1;
  }

  /**
   * Calls back for each bar of a row between two moments: runs that are wide enough one by one, others as one bar for
   * each pixel, of the kind that took most of it.
   *
   * @param grid { begin, pixel }: where pixels begin, and how long one is
   * @param draw (begin, end, kind, share of the time that was used, index of the run or -1)
   */
  bars(row, begin, end, grid, draw) {
    let i = this.after(row, begin);
    if (i < 0) {
      return;
    }
    const behind = this.behindOf[row];
    const { pixel } = grid;
    while (i < behind && this.begin[i] < end) {
      if (this.ms[i] >= pixel) {
        draw(this.begin[i], this.end(i), this.kind[i], this.used[i] / this.ms[i], i);
        i++;
        continue;
      }
      const from = grid.begin + Math.floor((this.begin[i] - grid.begin) / pixel) * pixel;
      const until = from + pixel;
      let used = 0;
      let most = 0;
      let kind = this.kind[i];
      const only = i;
      do {
        used += this.used[i];
        if (this.used[i] > most) {
          most = this.used[i];
          kind = this.kind[i];
        }
        i++;
      } while (i < behind && this.begin[i] < Math.min(until, end) && this.ms[i] < pixel);
      draw(from, until, kind, Math.min(1, used / pixel), i === only + 1 ? only : -1);
    }
  }
}

/**
 * The runs of a page.
 *
 * @param columns row, kind, begin (each less the one before it in its row) and length in microseconds, task, ended, and
 *     how many runs the bar stands for
 * @param origin from which the first of each row counts, milliseconds since 1970
 * @param taskName number of a task -> its id
 */
export function runsOfColumns(columns, origin, taskName) {
  const runs = new Runs(columns.row.length, (i) => taskName(columns.task[i]));
  runs.row.set(columns.row);
  runs.kind.set(columns.kind);
  runs.ended.set(columns.ended);
  runs.count.set(columns.count);
  let micros = 0;
  for (let i = 0; i < runs.size; i++) {
    micros = i > 0 && columns.row[i] === columns.row[i - 1] ? micros + columns.begin[i] : columns.begin[i];
    runs.begin[i] = origin + micros / 1000;
    runs.ms[i] = columns.length[i] / 1000;
  }
  return runs.findRows();
}

/** Reads what a report carries: JSON, deflated, as Base64. */
export async function unpack(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
