// Bars that are one pixel wide. There may be tens of thousands: they are pixels of an image, a line for each row.

/** The parts of "#rrggbb". */
function parts(colour) {
  const number = parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

export class Strip {
  /** Colours are written "#rrggbb". */
  constructor(width, rows, colours, background) {
    this.image = new ImageData(Math.max(1, Math.ceil(width)), Math.max(1, rows));
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.colours = colours.map(parts);
    this.background = parts(background);
  }

  /** A bar in a colour that covers its background to a share. */
  add(x, row, colour, cover) {
    const { width } = this.image;
    if (x >= 0 && x < width) {
      const [red, green, blue] = this.colours[colour].map((part, i) => {
        const below = this.background[i];
        return Math.round(below + (part - below) * cover);
      });
      this.pixels[row * width + x] = (255 << 24) | (blue << 16) | (green << 8) | red;
    }
  }

  /** Draws each line from x on, at the y of its row, so high. */
  draw(pen, x, y, height) {
    const { width, height: rows } = this.image;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = rows;
    canvas.getContext("2d").putImageData(this.image, 0, 0);
    pen.imageSmoothingEnabled = false;
    for (let row = 0; row < rows; row++) {
      pen.drawImage(canvas, 0, row, width, 1, x, y(row), width, height);
    }
  }
}
