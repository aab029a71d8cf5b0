import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const READABLE = 4.5;

const tokens = readFileSync(path.resolve('frontend/src/styles/tokens.css'), 'utf8');

const TEXT_ON_BACKGROUNDS: [text: string, backgrounds: string[]][] = [
  ['sand', ['night', 'dusk', 'dune', 'ember-deep']],
  ['stone', ['night', 'dusk', 'dune']],
  ['gold', ['night', 'dusk', 'dune']],
  ['gold-bright', ['night', 'dusk', 'dune']],
  ['ember', ['night', 'dusk', 'dune']],
  ['ink', ['gold', 'gold-bright', 'sand']],
];

function colorOf(token: string): string {
  const hex = new RegExp(`--color-${token}: #([0-9a-f]{6});`).exec(tokens)?.[1];
  if (hex === undefined) throw new Error(`no colour token called ${token}`);
  return hex;
}

/** Relative luminance, 0 to 1, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('the contrast of text', () => {
  const pairs = TEXT_ON_BACKGROUNDS.flatMap(([text, backgrounds]) =>
    backgrounds.map((background) => [text, background] as const),
  );

  test.each(pairs)('is at least 4.5 for %s on %s', (text, background) => {
    expect(contrast(colorOf(text), colorOf(background))).toBeGreaterThanOrEqual(READABLE);
  });
});

test('the contrast of black on white is 21, the maximum', () => {
  expect(contrast('000000', 'ffffff')).toBeCloseTo(21);
});
