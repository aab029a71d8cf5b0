import subsetFont from 'subset-font';

/** Printable ASCII, and the typographic characters that the texts use. Fallback fonts render other characters. */
const CHARACTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0“”‘’–—…·×→←↑↓−≥≤©`;

/** The range of weights that the styles use: normal to semibold. */
const WEIGHTS = { min: 400, max: 600, default: 400 };

/**
 * A webpack loader that reduces a font to the used characters and weights, about half its size.
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
 * Returns a subset of a font with a single weight, for the renderer of cards.
 *
 * @param {Buffer} font
 * @returns {Promise<Buffer>}
 */
export function subsetForCards(font) {
  return subsetFont(font, CHARACTERS, { targetFormat: 'sfnt' });
}

/** Makes webpack pass bytes instead of text. */
export const raw = true;
