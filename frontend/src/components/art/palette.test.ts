import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PALETTE } from './palette';

test('the palette for drawings has the colours of the site', () => {
  const tokens = readFileSync('frontend/src/styles/tokens.css', 'utf8');
  for (const [name, colour] of Object.entries(PALETTE)) {
    expect(tokens).toContain(`--color-${name}: ${colour};`);
  }
});
