import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PALETTE } from './palette';

const COLOUR_CLASSES = Object.entries(PALETTE)
  .map(([name, colour]) => `.fill-${name}{fill:${colour}}.stroke-${name}{stroke:${colour}}`)
  .concat('.opacity-60{opacity:.6}')
  .join('');

/** The address of a drawing of ours as a picture in itself, which brings the colours of its classes along. */
export function pictureOf(drawing: ReactElement): string {
  const svg = renderToStaticMarkup(drawing)
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace('>', `><style>${COLOUR_CLASSES}</style>`);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
