// The bars of a picture as pixels of an image, a line for each row. There may be tens of thousands of bars.

/** Shades of a colour, from none of it to all. */
const SHADES = 64;

/** The parts of "#rrggbb". */
function parts(colour) {
  const number = parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Colours as an image has them, each in all its shades on a background. */
function shadesOf(colours, background) {
  const below = parts(background);
  const shades = new Uint32Array(colours.length * (SHADES + 1));
  colours.forEach((colour, number) => {
    const above = parts(colour);
    for (let shade = 0; shade <= SHADES; shade++) {
      const [red, green, blue] = above.map((part, i) => Math.round(below[i] + ((part - below[i]) * shade) / SHADES));
      shades[number * (SHADES + 1) + shade] = (255 << 24) | (blue << 16) | (green << 8) | red;
    }
  });
  return shades;
}

export class Strip {
  /** Colours are written "#rrggbb". */
  constructor(colours, background) {
    this.shades = shadesOf([...colours, background], background);
    this.background = colours.length;
    this.canvas = document.createElement("canvas");
  }

  /** Begins with an empty image of so many pixels. */
  clear(width, rows) {
    const wide = Math.max(1, Math.ceil(width));
    const high = Math.max(1, rows);
    if (!this.image || this.image.width !== wide || this.image.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
      this.image = new ImageData(wide, high);
      this.pixels = new Uint32Array(this.image.data.buffer);
    } else {
      this.pixels.fill(0);
    }
  }

  /** A bar of at least a pixel, in a colour that covers its background to a share. */
  bar(row, from, to, colour, cover) {
    const { width } = this.image;
    const left = Math.round(from);
    const right = Math.max(left + 1, Math.round(to));
    const shade = Math.round(Math.min(1, Math.max(0, cover)) * SHADES);
    if (right > 0 && left < width) {
      const value = this.shades[colour * (SHADES + 1) + shade];
      this.pixels.fill(value, row * width + Math.max(0, left), row * width + Math.min(width, right));
    }
  }

  /** Draws each line from x on, so wide, at the y of its row, so high. */
  draw(pen, x, wide, y, height) {
    const { width, height: rows } = this.image;
    this.canvas.getContext("2d").putImageData(this.image, 0, 0);
    pen.imageSmoothingEnabled = false;
    for (let row = 0; row < rows; row++) {
      pen.drawImage(this.canvas, 0, row, width, 1, x, y(row), wide, height);
    }
  }
}
