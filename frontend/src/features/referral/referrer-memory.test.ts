import { beforeEach, describe, expect, it } from '@jest/globals';
import { forgetReferrer, rememberedReferrer, rememberReferrer } from './referrer-memory';

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
    rememberReferrer('?ref=Cheops');
    rememberReferrer('?ref=Djedefre');
    expect(rememberedReferrer()).toBe('Djedefre');
  });
});
