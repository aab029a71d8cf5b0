import { afterEach, expect, jest, test } from '@jest/globals';
import { posterFonts } from './poster-fonts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a saved picture brings its fonts along, and fetches nothing', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('wOF2')));
  const rules = await posterFonts();
  expect(rules.match(/@font-face/g)).toHaveLength(2);
  const sources = Array.from(rules.matchAll(/url\((.*?)\)/g), ([, source]) => source);
  expect(sources).toEqual(Array(2).fill(`data:font/woff2;base64,${btoa('wOF2')}`));
});

test('a font that does not arrive is an error, not an empty font', async () => {
  const gone = new Response('', { status: 404 });
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(gone));
  await expect(posterFonts()).rejects.toThrow('A font did not arrive: 404');
});
