// Parts of a task stream in finer detail, which the server makes of all runs. They are read when they come into view.
import { Runs } from "./runs.js";

const MOST_READS = 4;
const REST_MILLIS = 2000;

/** Bars in memory, about 50 bytes each; the parts that were drawn longest ago go first. */
const MOST_BARS = 1000000;

/** The status of an answer that says that the server has no such picture any more. */
const GONE = 404;

/** The flag of a tile in which no bar stands for several runs. */
const EXACT = 1;

/** The bit of a bar that stands for several runs; how it ended is below. */
const JOINED = 8;

/** Reads numbers of seven bits a byte, the lowest first. */
class ByteReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number() {
    let value = 0;
    let factor = 1;
    let byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  }

  /** One that may be negative. */
  signed() {
    const value = this.number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}

/**
 * Reads a tile, in the form of StreamTiles.
 *
 * @param bytes of the answer
 * @param origin from which times count, milliseconds since 1970
 * @param firstRow of its rows
 * @param origins what ids of tasks begin with
 */
export function readTile(bytes, origin, firstRow, origins) {
  const reader = new ByteReader(bytes);
  const exact = (reader.number() & EXACT) !== 0;
  const size = reader.number();
  const start = new Uint32Array(size);
  const number = new Float64Array(size);
  const runs = new Runs(size, (i) => `${origins[start[i]]}-${number[i]}`);
  runs.used = new Float64Array(size);
  const rows = reader.number();
  let i = 0;
  for (let row = 0; row < rows; row++) {
    const behind = i + reader.number();
    let micros = 0;
    for (; i < behind; i++) {
      micros += reader.signed();
      runs.row[i] = firstRow + row;
      runs.begin[i] = origin + micros / 1000;
      runs.ms[i] = reader.number() / 1000;
      runs.kind[i] = reader.number();
      const how = reader.number();
      runs.ended[i] = how & (JOINED - 1);
      runs.used[i] = runs.ms[i];
      if (how >= JOINED) {
        runs.count[i] = reader.number();
        runs.used[i] = reader.number() / 1000;
      }
      start[i] = reader.number();
      number[i] = reader.number();
    }
  }
  return { runs: runs.findRows(), exact };
}

/**
 * The tiles of a picture. A tile has the rows of one block between two moments; one of a level is as long as two of the
 * level below. Levels are the binary logarithms of their lengths in microseconds.
 */
export class Tiles {
  /**
   * @param facts { address, cells, rows, top, origins }: where they are, cells of a tile, rows of a block, the level of
   *     which one tile has all, what ids of tasks begin with
   * @param view { begin, end, rows } of the picture
   * @param changed called when there is more to draw
   */
  constructor(facts, view, changed) {
    this.facts = facts;
    this.view = view;
    this.changed = changed;
    this.kept = new Map();
    this.bars = 0;
    this.queue = [];
    this.reading = new Set();
    this.needed = new Set();
    this.failure = "";
    this.restsUntil = 0;
    this.closed = false;
  }

  /** Reads no more. */
  close() {
    this.closed = true;
    this.queue = [];
  }

  /** The level whose cells are at most as long as a pixel, or the finest. */
  level(pixel) {
    const cells = Math.log2(this.facts.cells);
    const wanted = Math.floor(Math.log2(pixel * 1000)) + cells;
    return Math.min(Math.max(wanted, cells), this.facts.top);
  }

  /** Of a tile, in milliseconds. */
  width(level) {
    return 2 ** level / 1000;
  }

  block(row) {
    return Math.floor(row / this.facts.rows);
  }

  /** The numbers of the tiles between two moments: the first, and the last. */
  numbers(level, begin, end) {
    const width = this.width(level);
    const last = Math.floor((this.view.end - this.view.begin) / width);
    const number = (at) => Math.min(Math.max(Math.floor((at - this.view.begin) / width), 0), last);
    return [number(begin), number(end)];
  }

  /** The tile with a part, or the nearest that has it in less detail; undefined if there is none. */
  best(level, number, block) {
    let at = number;
    let coarse;
    for (let each = level; each <= this.facts.top; each++) {
      const tile = this.kept.get(`${each}/${at}/${block}`);
      if (tile && (each === level || tile.exact)) {
        return { tile, fine: true };
      }
      coarse ??= tile;
      at = Math.floor(at / 2);
    }
    return coarse && { tile: coarse, fine: false };
  }

  /**
   * What is there of a row in order of time, [{ begin, end, runs, fine }]: tiles where there are any, else other runs.
   *
   * @param begin of what is in view
   */
  layers(row, begin, end, pixel, otherwise) {
    const level = this.level(pixel);
    const width = this.width(level);
    const block = this.block(row);
    const [first, last] = this.numbers(level, begin, end);
    const from = (number) => this.view.begin + number * width;
    const layers = [{ begin: -Infinity, end: from(first), runs: otherwise, fine: true }];
    for (let number = first; number <= last; number++) {
      const found = this.best(level, number, block);
      if (found) {
        // What was drawn last is kept longest.
        this.kept.delete(found.tile.key);
        this.kept.set(found.tile.key, found.tile);
      }
      const runs = found?.tile.runs ?? otherwise;
      layers.push({ begin: from(number), end: from(number + 1), runs, fine: found?.fine === true });
    }
    layers.push({ begin: from(last + 1), end: Infinity, runs: otherwise, fine: true });
    return layers;
  }

  /**
   * Reads what is in view and not there; if all of it is, what is likely to come into view next.
   *
   * @returns whether all of it is there
   */
  want(begin, end, firstRow, lastRow, pixel) {
    const level = this.level(pixel);
    const blocks = [this.block(firstRow), this.block(lastRow)];
    const needed = this.missing(level, begin, end, blocks);
    this.needed = new Set(needed);
    this.queue = needed;
    if (needed.length === 0) {
      const span = end - begin;
      this.queue = [
        ...this.missing(level, end, end + span / 2, blocks),
        ...this.missing(level, begin - span / 2, begin, blocks),
        ...this.missing(level - 1, begin + span / 4, end - span / 4, blocks),
        ...this.missing(level + 1, begin - span / 2, end + span / 2, blocks),
        ...this.missing(level, begin, end, [blocks[1] + 1, blocks[1] + 1]),
      ];
    }
    this.readMore();
    return needed.length === 0;
  }

  /** The keys of tiles of which no detail is there. */
  missing(level, begin, end, blocks) {
    const { top, cells, rows } = this.facts;
    const keys = [];
    if (level > top || level < Math.log2(cells)) {
      return keys;
    }
    const [first, last] = this.numbers(level, begin, end);
    const lastBlock = Math.min(blocks[1], Math.ceil(this.view.rows.length / rows) - 1);
    for (let block = blocks[0]; block <= lastBlock; block++) {
      for (let number = first; number <= last; number++) {
        if (!this.best(level, number, block)?.fine) {
          keys.push(`${level}/${number}/${block}`);
        }
      }
    }
    return keys;
  }

  readMore() {
    while (this.reading.size < MOST_READS && this.queue.length > 0 && performance.now() >= this.restsUntil) {
      const key = this.queue.shift();
      if (!this.reading.has(key) && !this.kept.has(key)) {
        this.reading.add(key);
        this.read(key);
      }
    }
  }

  async read(key) {
    try {
      const answer = await fetch(`${this.facts.address}/${key}`);
      if (!answer.ok) {
        this.fail(answer.status === GONE ? Infinity : REST_MILLIS, await answer.text());
        return;
      }
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const block = Number(key.slice(key.lastIndexOf("/") + 1));
      const { rows, origins } = this.facts;
      this.keep(key, readTile(bytes, this.view.begin, block * rows, origins));
      this.failure = "";
    } catch {
      this.fail(REST_MILLIS, "The dashboard does not answer");
    } finally {
      this.reading.delete(key);
    }
    if (this.closed) {
      return;
    }
    this.needed.has(key) ? this.changed() : this.readMore();
  }

  keep(key, tile) {
    this.kept.set(key, { ...tile, key });
    this.bars += tile.runs.size;
    for (const [oldest, old] of this.kept) {
      if (this.bars <= MOST_BARS || oldest === key) {
        break;
      }
      this.kept.delete(oldest);
      this.bars -= old.runs.size;
    }
  }

  /** Asks for nothing for a while. */
  fail(millis, words) {
    this.failure = words;
    this.restsUntil = performance.now() + millis;
    if (!this.closed) {
      this.changed();
      if (millis < Infinity) {
        setTimeout(() => this.closed || this.changed(), millis);
      }
    }
  }
}
