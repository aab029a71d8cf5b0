import type { Page } from 'playwright-core';

/** Minimum contrast of text (WCAG 2, 1.4.3). */
const READABLE = 4.5;

/** Returns elements that forced colours make invisible, because they consist only of a background. */
export function paintedOver(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = getComputedStyle(document.documentElement).backgroundColor;
    const shows = (element: Element): boolean => {
      const { backgroundColor, borderTopWidth, borderBottomWidth } = getComputedStyle(element);
      const bordered = parseFloat(borderTopWidth) + parseFloat(borderBottomWidth) > 0;
      return bordered || backgroundColor !== canvas;
    };
    return Array.from(document.querySelectorAll('main span, main div, dialog span, dialog div'))
      .filter((element) => element.childNodes.length === 0 && element.checkVisibility())
      .filter((element) => !shows(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Returns texts in SVG drawings, except the pyramid, with too little contrast to the page. */
export function paleLetters(page: Page): Promise<string[]> {
  return page.evaluate((readable) => {
    function luminanceOf(colour: string): number {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
        .map((channel) => Number(channel) / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    const page = luminanceOf(getComputedStyle(document.documentElement).backgroundColor);
    return Array.from(document.querySelectorAll('svg:not([data-slot="pyramid"]) text'))
      .filter((letters) => {
        const ink = luminanceOf(getComputedStyle(letters).fill);
        return (Math.max(page, ink) + 0.05) / (Math.min(page, ink) + 0.05) < readable;
      })
      .map((letters) => letters.outerHTML.slice(0, 120));
  }, READABLE);
}
