import type { Page } from 'playwright-core';
import { placedTexts } from './texts.js';
import type { PlacedText, Rect } from './texts.js';

/** How far a text may reach over an edge, in CSS pixels: letters are rounded, and lean. */
const MAY_LEAN = 1.5;

/** Part of a line's height that its letters leave free, above and below. */
const FREE = 0.25;

const NUMBER = /^[\d,.]+$/;

/** Everything about a page that does not fit the screen it is shown on, in words. */
export async function misfits(page: Page): Promise<string[]> {
  const sideways = await sidewaysScroll(page);
  return [
    ...(sideways === 0 ? [] : [`the page scrolls sideways by ${sideways} px`]),
    ...(await misplacedTexts(page)),
    ...(await smallTargets(page)),
  ];
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Texts that are cut, have left their block, lie on one another, or are numbers in two lines. */
async function misplacedTexts(page: Page): Promise<string[]> {
  const texts = await placedTexts(page);
  return [...texts.flatMap(complaints), ...collisions(texts)];
}

function complaints({ words, lines, block, sight }: PlacedText): string[] {
  const letters = lines.map(lettersOf);
  return [
    ...(letters.every((line) => isInside(line, sight)) ? [] : [`cut off: ${words}`]),
    ...(letters.every((line) => isInside(line, block)) ? [] : [`outside its block: ${words}`]),
    ...(NUMBER.test(words) && lines.length > 1 ? [`a number in two lines: ${words}`] : []),
  ];
}

/** Where letters may stand in a line. */
function lettersOf({ left, right, top, bottom }: Rect): Rect {
  const free = (bottom - top) * FREE;
  return {
    left: left + MAY_LEAN,
    right: right - MAY_LEAN,
    top: top + free,
    bottom: bottom - free,
  };
}

function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

function collisions(texts: readonly PlacedText[]): string[] {
  const lines = texts
    .flatMap((text) => text.lines.map((line) => ({ text, ...lettersOf(line) })))
    .sort((one, other) => one.top - other.top);
  return lines.flatMap((upper, index) => {
    const end = lines.findIndex(({ top }, later) => later > index && top >= upper.bottom);
    return lines
      .slice(index + 1, end === -1 ? undefined : end)
      .filter(
        ({ text, left, right }) => text !== upper.text && left < upper.right && upper.left < right,
      )
      .map(({ text }) => `on one another: ${upper.text.words} | ${text.words}`);
  });
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
