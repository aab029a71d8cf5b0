import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PALETTE } from './palette';

test('each colour of the palette for drawings is the site’s colour of that name', () => {
  const tokens = readFileSync('frontend/src/styles/tokens.css', 'utf8');
  for (const [name, colour] of Object.entries(PALETTE)) {
    expect(tokens).toContain(`--color-${name}: ${colour};`);
  }
});
