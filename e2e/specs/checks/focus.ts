import type { Page } from 'playwright-core';

/** What a visitor can use; of tabs, arrows lead on from the one that is selected. */
const CONTROLS =
  ':is(a[href], button:not(:disabled), input, summary, [role="region"][tabindex="0"], [role="tabpanel"]):not([aria-selected="false"])';

/** Least width of an outline that shows where the focus is, in CSS pixels. */
const MIN_OUTLINE = 2;

/** How the keyboard got through a page. */
export interface Walk {
  /** Every control that can be seen, in the order in which they are read. */
  readonly controls: readonly string[];
  /** Where the focus was, from the first of them on. */
  readonly stops: readonly string[];
  /** Where it could not be seen, and why. */
  readonly unseen: readonly string[];
}

/** Goes through the page with Tab from its first control on; through a dialog, when one is open. */
export async function walk(page: Page): Promise<Walk> {
  const controls = await describedControls(page);
  await page.evaluate(focusFirst, CONTROLS);
  const stops = [await focused(page)];
  const unseen: string[] = [];
  while (stops.length < controls.length) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    const fault = await page.evaluate(focusFault, MIN_OUTLINE);
    stops.push(stop);
    if (fault !== null) unseen.push(`${stop} ${fault}`);
  }
  return { controls, stops, unseen };
}

function describedControls(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const scope = document.querySelector('dialog[open]') ?? document;
    return Array.from(scope.querySelectorAll(controls))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.outerHTML.slice(0, 160));
  }, CONTROLS);
}

/** Runs in the page. */
function focusFirst(controls: string): void {
  const scope = document.querySelector('dialog[open]') ?? document;
  const first = scope.querySelector(controls);
  if (first instanceof HTMLElement) first.focus();
}

/** The beginning of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? 'nothing');
}

/** Runs in the page: why nobody would see where the focus is; null when they do. */
function focusFault(leastOutline: number): string | null {
  const element = document.activeElement;
  if (!element) return 'is nowhere';
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < leastOutline) return 'has no outline';

  const box = element.getBoundingClientRect();
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
  const found = document.elementFromPoint(box.left + box.width / 2, (top + bottom) / 2);
  if (!found) return 'is off the screen';
  if (!element.contains(found)) return `lies under ${found.outerHTML.slice(0, 80)}`;

  const reach = parseFloat(outlineOffset) + leastOutline;
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around === document.body || !/hidden|clip/.test(getComputedStyle(around).overflow))
      continue;
    const edge = around.getBoundingClientRect();
    const inside = box.left - reach >= edge.left && box.right + reach <= edge.right;
    if (!inside || box.top - reach < edge.top) return 'has an outline that is cut off';
  }
  return null;
}
