import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  declineReferrer,
  forgetReferrer,
  isDeclined,
  rememberedReferrer,
  rememberReferrer,
} from './referrer-memory';

describe("the referrer of a visitor's link", () => {
  beforeEach(() => {
    window.sessionStorage.clear();
  });

  it("is kept for the tab's session when the visitor looks around", () => {
    rememberReferrer('?ref=Cheops');
    rememberReferrer('');
    expect(rememberedReferrer()).toBe('Cheops');
  });

  it('is nobody when the address has no ref, or an empty one', () => {
    rememberReferrer('?ref=');
    expect(rememberedReferrer()).toBeNull();
  });

  it('is forgotten once that referrer is proven, and no other', () => {
    rememberReferrer('?ref=Cheops');
    forgetReferrer('Djedefre');
    expect(rememberedReferrer()).toBe('Cheops');
    forgetReferrer('Cheops');
    expect(rememberedReferrer()).toBeNull();
  });

  it('is replaced by the one of another link', () => {
    const [one, another] = [
      '11111111111111111111111111111111',
      'So11111111111111111111111111111111111111112',
    ];
    rememberReferrer(`?ref=${one}`);
    rememberReferrer(`?ref=${another}`);
    expect(rememberedReferrer()).toBe(another);
    rememberReferrer('?ref=newsletter');
    expect(rememberedReferrer()).toBe(another);
  });
});

describe('a claim that a visitor has declined', () => {
  it('stays declined when they decline that of another wallet of theirs, and no other does', () => {
    declineReferrer('Cheops', 'Alice');
    declineReferrer('Djedefre', 'Bob');
    expect(isDeclined('Cheops', 'Alice')).toBe(true);
    expect(isDeclined('Djedefre', 'Bob')).toBe(true);
    expect(isDeclined('Cheops', 'Bob')).toBe(false);
  });
});
