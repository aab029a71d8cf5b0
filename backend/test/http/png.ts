import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES_A_PIXEL = 4;

/**
 * Returns the size of a PNG with 8-bit RGBA pixels.
 * @throws Error if the file is not a PNG, or has too few or too many pixels for its size
 */
export function decodePng(png: Buffer): { width: number; height: number } {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('not a PNG');
  const data: Buffer[] = [];
  let header: Buffer = Buffer.alloc(0);
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = body;
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixels = inflateSync(Buffer.concat(data)).length;
  if (pixels !== height * (1 + width * BYTES_A_PIXEL)) throw new Error(`${pixels} bytes of pixels`);
  return { width, height };
}
