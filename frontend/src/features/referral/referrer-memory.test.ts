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

  it('is forgotten once the server has answered', () => {
    rememberReferrer('?ref=Cheops');
    forgetReferrer();
    expect(rememberedReferrer()).toBeNull();
  });
});
