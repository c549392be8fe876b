// The runs of tasks as columns, and what of them is to be drawn in a window of time.

/** How a run ended, in the order of Run.Ended. */
export const ENDED = ["finished", "failed", "waiting for others", "moved", "returned", "lost", "still running"];

/**
 * Runs in memory. Times are milliseconds since 1970.
 *
 * columns: row, kind, begin (each less the one before it in its row) and length in microseconds, task, ended, and how
 * many runs the bar stands for; sorted by row, then by begin.
 */
export class Runs {
  constructor(columns, origin) {
    this.row = Uint32Array.from(columns.row);
    this.kind = Uint16Array.from(columns.kind);
    this.task = Uint32Array.from(columns.task);
    this.ended = Uint8Array.from(columns.ended);
    this.count = Uint32Array.from(columns.count);
    this.ms = Float64Array.from(columns.length, (micros) => micros / 1000);
    this.begin = new Float64Array(this.row.length);
    this.firstOf = [];
    let micros = 0;
    for (let i = 0; i < this.row.length; i++) {
      if (i === 0 || this.row[i] !== this.row[i - 1]) {
        micros = 0;
        this.firstOf[this.row[i]] = i;
      }
      micros += columns.begin[i];
      this.begin[i] = origin + micros / 1000;
    }
  }

  get size() {
    return this.row.length;
  }

  end(i) {
    return this.begin[i] + this.ms[i];
  }

  /** The first run of a row that ends after a moment, or the one after its last. */
  after(row, moment) {
    let low = this.firstOf[row];
    if (low === undefined) {
      return -1;
    }
    let high = this.endOf(row);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.end(middle) > moment) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  endOf(row) {
    for (let next = row + 1; next < this.firstOf.length; next++) {
      if (this.firstOf[next] !== undefined) {
        return this.firstOf[next];
      }
    }
    return this.size;
  }

  /** The run of a row at a moment, -1 if it has none. */
  at(row, moment, tolerance) {
    const i = this.after(row, moment - tolerance);
    return i >= 0 && i < this.endOf(row) && this.begin[i] <= moment + tolerance ? i : -1;
  }

  /**
   * Calls back for each bar of a row: runs that are wide enough one by one, others as one bar for each pixel, of the
   * kind that took most of it.
   *
   * @param draw (begin, end, kind, share of the time that was used, index of the run or -1)
   */
  bars(row, begin, end, pixel, draw) {
    let i = this.after(row, begin);
    if (i < 0) {
      return;
    }
    const last = this.endOf(row);
    while (i < last && this.begin[i] < end) {
      if (this.ms[i] >= pixel) {
        draw(this.begin[i], this.end(i), this.kind[i], 1, i);
        i++;
        continue;
      }
      const from = begin + Math.floor((this.begin[i] - begin) / pixel) * pixel;
      const until = from + pixel;
      let used = 0;
      let most = 0;
      let kind = this.kind[i];
      const only = i;
      do {
        used += this.ms[i];
        if (this.ms[i] > most) {
          most = this.ms[i];
          kind = this.kind[i];
        }
        i++;
      } while (i < last && this.begin[i] < until && this.ms[i] < pixel);
      draw(from, until, kind, Math.min(1, used / pixel), i === only + 1 ? only : -1);
    }
  }
}

/** Reads what a report carries: JSON, deflated, as Base64. */
export async function unpack(base64) {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
