import type { Page } from 'playwright-core';
import { misplacedTexts } from './texts.js';

/** Returns a line for each fault of the layout at the current size of the window. */
export async function misfits(page: Page): Promise<string[]> {
  const [sideways, empty] = await page.evaluate(() => {
    const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, clientHeight - document.body.getBoundingClientRect().height];
  });
  return [
    ...(sideways === 0 ? [] : [`the page scrolls sideways by ${sideways} px`]),
    ...(empty < 1 ? [] : [`the page leaves ${empty} px of the window empty`]),
    ...(await page.evaluate(misplacedTexts)),
    ...(await smallTargets(page)),
  ];
}

function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a, button, input, summary').evaluateAll((controls) => {
    const standsInSentence = (control: Element): boolean => {
      const around = Array.from(control.closest('p')?.childNodes ?? []);
      return around.some((node) => node instanceof Text && node.data.trim() !== '');
    };
    return controls
      .filter((control) => control.checkVisibility() && !standsInSentence(control))
      .filter((control) => control.getBoundingClientRect().height < 44)
      .map((control) => `lower than 44 px: ${control.outerHTML.slice(0, 120)}`);
  });
}
