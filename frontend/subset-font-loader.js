import subsetFont from 'subset-font';

/** Printable ASCII, and the typographic characters of the product's own texts. Others come from the fallback fonts. */
const CHARACTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0“”‘’–—…·×→←↑↓−≥≤©`;

/** The weights that the styles use: normal to semibold. */
const WEIGHTS = { min: 400, max: 600, default: 400 };

/**
 * A webpack loader: cuts a font down to the characters and weights that are used, to about half its size.
 *
 * @this {import('webpack').LoaderContext<object>}
 * @param {Buffer} font
 */
export default function subset(font) {
  const done = this.async();
  const hasWeights = this.resourcePath.includes('-wght-');
  subsetFont(font, CHARACTERS, {
    targetFormat: 'woff2',
    ...(hasWeights && { variationAxes: { wght: WEIGHTS } }),
  }).then((smaller) => done(null, smaller), done);
}

/**
 * The same characters of a font of one weight, as what draws cards takes it.
 *
 * @param {Buffer} font
 * @returns {Promise<Buffer>}
 */
export function subsetForCards(font) {
  return subsetFont(font, CHARACTERS, { targetFormat: 'sfnt' });
}

/** The loader takes bytes, not text. */
export const raw = true;
