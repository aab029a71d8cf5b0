import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Draws a card as PNG. What draws it is loaded for the first one, in some 20 ms.
 * @param svg the whole of it
 * @param fontFolder of the fonts that its words are set in, absolute
 */
export async function drawCard(svg: string, fontFolder: string): Promise<Buffer> {
  // When it is loaded, it asks for a report, to learn which libc there is: one with the network in it waits for the names
  // of all who are connected, and with it whoever asks for anything.
  Object.assign(process.report, { excludeNetwork: true });
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontDirs: [fontFolder] },
  });
  const png = picture.asPng();
  setImmediate(freePictures);
  return png;
}

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/**
 * Frees the pictures that have been drawn, 3 MB each, in some 2 ms. They have no other end: to the garbage collector
 * each seems so small that hundreds would be kept.
 */
function freePictures(): void {
  if (typeof collectGarbage === 'function') {
    Reflect.apply(collectGarbage, undefined, [{ type: 'minor' }]);
  }
}
