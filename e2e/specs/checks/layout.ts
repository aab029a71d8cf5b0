import type { Page } from 'playwright-core';
import { misplacedTexts } from './texts.js';

/** Everything about a page that does not fit the screen it is shown on, in words. */
export async function misfits(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...(sideways === 0 ? [] : [`the page scrolls sideways by ${sideways} px`]),
    ...(await page.evaluate(misplacedTexts)),
    ...(await smallTargets(page)),
  ];
}

/** What a finger would miss: controls lower than 44 px that do not stand in a sentence. */
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
