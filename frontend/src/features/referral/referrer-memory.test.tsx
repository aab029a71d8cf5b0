import { beforeEach, describe, expect, it } from '@jest/globals';
import { whenOpened } from '@/lib/prerender';
import { prerender } from '../../../test/prerendering';
import { keepLink } from './opened-link';
import {
  declineReferrer,
  forgetProven,
  isDeclined,
  rememberedReferrer,
  readLink,
} from './referrer-memory';

const CHEOPS = '11111111111111111111111111111111';
const DJEDEFRE = 'So11111111111111111111111111111111111111112';

function open(link: string): void {
  window.history.replaceState(null, '', link);
  whenOpened(keepLink);
  whenOpened(readLink);
}

describe("the referrer of a visitor's link", () => {
  beforeEach(() => {
    window.sessionStorage.clear();
  });

  it('is remembered in the tab when the visitor opens another page', () => {
    open(`/r/${CHEOPS}`);
    open('/about');
    expect(rememberedReferrer()).toBe(CHEOPS);
  });

  it('is remembered when a prerendered page is opened', () => {
    const openPrerendered = prerender();
    open(`/?ref=${CHEOPS}`);
    openPrerendered();
    expect(rememberedReferrer()).toBe(CHEOPS);
  });

  it('is null until a prerendered page is opened', () => {
    const openPrerendered = prerender();
    open(`/?ref=${CHEOPS}`);
    expect(rememberedReferrer()).toBeNull();
    openPrerendered();
  });

  it('is remembered when the visitor opens another page before the app has loaded', () => {
    window.history.replaceState(null, '', `/#ref=${CHEOPS}`);
    keepLink();
    open('/about');
    expect(rememberedReferrer()).toBe(CHEOPS);
  });

  it.each(['/', '/?ref=', '/?ref=newsletter', '/?referrer=newsletter'])(
    'is null for the link %s',
    (link) => {
      open(link);
      expect(rememberedReferrer()).toBeNull();
    },
  );

  it('is forgotten when it is proven, but not when it is claimed or another referrer is proven', () => {
    open(`/?ref=${CHEOPS}`);
    forgetProven({ referrer: DJEDEFRE, status: 'proven' });
    forgetProven({ referrer: CHEOPS, status: 'claimed' });
    expect(rememberedReferrer()).toBe(CHEOPS);
    forgetProven({ referrer: CHEOPS, status: 'proven' });
    open('/about');
    expect(rememberedReferrer()).toBeNull();
  });

  it('is replaced by the referrer of a later link, but not by a link that names no wallet', () => {
    open(`/?ref=${CHEOPS}`);
    open(`/?ref=${DJEDEFRE}`);
    expect(rememberedReferrer()).toBe(DJEDEFRE);
    open('/?ref=newsletter');
    expect(rememberedReferrer()).toBe(DJEDEFRE);
  });
});

describe('a claim that a visitor has declined', () => {
  it('is remembered only for its recruit and its referrer', () => {
    declineReferrer('Cheops', 'Alice');
    declineReferrer('Djedefre', 'Bob');
    expect(isDeclined('Cheops', 'Alice')).toBe(true);
    expect(isDeclined('Djedefre', 'Bob')).toBe(true);
    expect(isDeclined('Cheops', 'Bob')).toBe(false);
  });
});
