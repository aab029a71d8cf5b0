import type { Page } from 'playwright-core';

/** Selects the controls that Tab should reach: of a list of tabs, only the selected one. */
const CONTROLS =
  ':is(a[href], button:not(:disabled), input, summary, [role="region"][tabindex="0"], [role="listbox"], [role="tabpanel"]):not([aria-selected="false"])';

/** In CSS pixels. */
const MIN_OUTLINE = 2;

export interface Walk {
  /** Visible controls in the order of the document. */
  readonly controls: readonly string[];
  /** Elements in the order in which they had the focus. */
  readonly stops: readonly string[];
  /** Elements whose focus was not clearly visible, with the reason. */
  readonly unseen: readonly string[];
}

/** Moves through the controls of a page, or of its open dialog, with Tab. Starts at the first control. */
export async function walk(page: Page): Promise<Walk> {
  const controls = await describedControls(page);
  // After a click, the browser shows no focus until a key is pressed.
  await page.keyboard.press('Tab');
  await page.evaluate(focusFirst, CONTROLS);
  const stops: string[] = [];
  const unseen: string[] = [];
  for (const index of controls.keys()) {
    if (index > 0) await page.keyboard.press('Tab');
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

function focusFirst(controls: string): void {
  const scope = document.querySelector('dialog[open]') ?? document;
  const first = scope.querySelector(controls);
  if (first instanceof HTMLElement) first.focus();
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? 'nothing');
}

/** Runs in the page: returns why the focus is not clearly visible, or null. */
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
