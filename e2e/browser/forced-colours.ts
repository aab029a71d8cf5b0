import type { Page } from 'playwright-core';

/** Parts of a page that are nothing but a background, which forced colours have painted over. */
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
