import { afterEach, describe, expect, it } from '@jest/globals';
import { injectedPhantom, isPhoneOutsidePhantom, phantomBrowseLink } from './phantom';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/156.0';
const MACINTOSH = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0';

describe('isPhoneOutsidePhantom', () => {
  it.each([
    ['an iPhone', IPHONE, 5],
    ['an iPod', IPHONE.replace('iPhone', 'iPod'), 5],
    ['an iPad', IPHONE.replace('iPhone', 'iPad'), 5],
    ['an Android phone', ANDROID, 5],
    ['an iPad that calls itself a Macintosh', MACINTOSH, 5],
    ['an Android tablet that calls itself a Linux desktop', LINUX, 5],
  ])('is true on %s', (_, userAgent, maxTouchPoints) => {
    expect(isPhoneOutsidePhantom({ userAgent, maxTouchPoints })).toBe(true);
  });

  it.each([
    ['a Mac', MACINTOSH, 0],
    ['a Linux desktop', LINUX, 0],
    ['a Windows machine with a touch screen', WINDOWS, 10],
    ["a phone that is already in Phantom's browser", `${ANDROID} Phantom/26.1`, 5],
  ])('is false on %s', (_, userAgent, maxTouchPoints) => {
    expect(isPhoneOutsidePhantom({ userAgent, maxTouchPoints })).toBe(false);
  });
});

describe('the deep link', () => {
  it('contains the referrer only once if the URL has it already', () => {
    const link = phantomBrowseLink('https://pyramid.example/?ref=Cheops', 'Cheops');
    expect(link.match(/Cheops/g)).toHaveLength(1);
  });
});

describe('the injected provider', () => {
  afterEach(() => {
    delete window.phantom;
  });

  const connect = () => Promise.resolve();

  it('is window.phantom.solana', () => {
    window.phantom = { solana: { isPhantom: true, connect } };
    expect(injectedPhantom()).toBe(window.phantom.solana);
  });

  it('is null if the wallet does not say that it is Phantom', () => {
    window.phantom = { solana: { connect } };
    expect(injectedPhantom()).toBeNull();
  });

  it('is null in a browser without Phantom', () => {
    expect(injectedPhantom()).toBeNull();
  });
});
