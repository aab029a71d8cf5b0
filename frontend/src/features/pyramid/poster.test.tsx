import { expect, test } from '@jest/globals';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { blueprintOf } from './blueprint';
import { Poster } from './poster';
import { svgOf } from './save-picture';

const PYRAMID: Pyramid = {
  wallet: 'Top1111111111111111111111111111111111111top',
  levels: [{ level: 1, recruits: 12, proven: 0, shown: 1 }],
  nodes: [
    {
      wallet: 'Recruit1111111111111111111111111111111111111',
      referrer: 'Top1111111111111111111111111111111111111top',
      level: 1,
      status: 'claimed',
      recruits: 0,
    },
  ],
  complete: true,
};

function poster(): string {
  const blueprint = blueprintOf(PYRAMID);
  return svgOf(<Poster pyramid={PYRAMID} blueprint={blueprint} site="pyramidion.example" />);
}

test('a saved picture is stamped PARODY, names the wallet and its numbers, and says what it leaves out', () => {
  const picture = new DOMParser().parseFromString(poster(), 'image/svg+xml');
  expect(picture.querySelector('parsererror')).toBeNull();
  const { textContent: text } = picture.documentElement;
  expect(text).toContain('PARODY');
  expect(text).toContain('The Pyramid of Top1…1top');
  expect(text).toContain('12 recruits · 1 level · 0 proven');
  expect(text).toContain('11 recruits are counted but not drawn');
  expect(text).toContain('pyramidion.example');
});

test('a saved picture needs nothing from elsewhere', () => {
  expect(poster()).not.toMatch(/class=|href=|<image|<style|url\((?!#)/);
});
