/** An image as its pixels: four bytes each, red, green, blue and alpha. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Scales an image so that no side is longer than `most`; a new pixel is the mean of the pixels that it stands for. */
export function scaleDown(image: Raster, most: number): Raster {
  const factor = Math.min(1, most / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * factor));
  const height = Math.max(1, Math.round(image.height * factor));
  if (width === image.width && height === image.height) return image;
  const data = new Uint8Array(width * height * 4);
  const columns = spans(image.width, width);
  const rows = spans(image.height, height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) putMean(image, { columns, rows, x, y }, data, to);
  }
  return { width, height, data };
}

/** The bounds of the pixels that each new one stands for. */
function spans(from: number, to: number): Uint32Array {
  const bounds = new Uint32Array(to * 2);
  for (let index = 0; index < to; index++) {
    const begin = Math.floor((index * from) / to);
    bounds[index * 2] = begin;
    bounds[index * 2 + 1] = Math.max(begin + 1, Math.floor(((index + 1) * from) / to));
  }
  return bounds;
}

type Place = Readonly<{ columns: Uint32Array; rows: Uint32Array; x: number; y: number }>;

/** Writes the mean of pixels; a colour counts as much as it can be seen. */
function putMean({ data, width }: Raster, { columns, rows, x, y }: Place, out: Uint8Array, to: number): void {
  const [left, right, top, bottom] = [columns[x * 2]!, columns[x * 2 + 1]!, rows[y * 2]!, rows[y * 2 + 1]!];
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let row = top; row < bottom; row++) {
    for (let at = (row * width + left) * 4, end = (row * width + right) * 4; at < end; at += 4) {
      const weight = data[at + 3]!;
      red += data[at]! * weight;
      green += data[at + 1]! * weight;
      blue += data[at + 2]! * weight;
      alpha += weight;
    }
  }
  if (alpha === 0) return;
  out[to] = Math.round(red / alpha);
  out[to + 1] = Math.round(green / alpha);
  out[to + 2] = Math.round(blue / alpha);
  out[to + 3] = Math.round(alpha / ((right - left) * (bottom - top)));
}
