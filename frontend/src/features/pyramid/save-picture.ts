import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** Pixels of a PNG for each pixel of the SVG it is made from. */
const PNG_SCALE = 2;

/** The source of a drawing as a file of its own. @throws Error when it is no drawing */
export function svgOf(drawing: ReactElement): string {
  const holder = document.createElement('div');
  const root = createRoot(holder);
  flushSync(() => root.render(drawing));
  const { firstElementChild: svg } = holder;
  if (!svg) throw new Error('There is nothing to save.');
  const source = new XMLSerializer().serializeToString(svg);
  root.unmount();
  return source;
}

/** The same drawing in pixels. @throws Error when the browser cannot draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * PNG_SCALE;
  canvas.height = image.naturalHeight * PNG_SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser did not make a PNG.'));
    }, 'image/png');
  });
}

/** Hands a file to the visitor's downloads. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
