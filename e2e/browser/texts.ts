import type { Page } from 'playwright-core';

/** A rectangle in CSS pixels of the window; an edge may be infinitely far away. */
export interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A text that can be seen. */
export interface PlacedText {
  /** How it begins. */
  readonly words: string;
  /** Where its lines stand. */
  readonly lines: readonly Rect[];
  /** The block that it belongs to. */
  readonly block: Rect;
  /** What of the page can be seen where it stands. */
  readonly sight: Rect;
}

/** Every text of the page, scrolled to its top, that takes part in its layout; in a dialog, of that alone. Decoration and toasts float above it. */
export function placedTexts(page: Page): Promise<PlacedText[]> {
  return page.evaluate(readTexts);
}

/** Runs in the page. */
function readTexts(): PlacedText[] {
  window.scrollTo(0, 0);
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const screen = {
    left: 0,
    right: document.documentElement.clientWidth,
    top: -Infinity,
    bottom: Infinity,
  };

  function rectOf({ left, right, top, bottom }: DOMRect): Rect {
    return { left, right, top, bottom };
  }

  function blockOf(element: Element): Element {
    if (element instanceof SVGElement) return element.closest('svg') ?? element;
    const inline = getComputedStyle(element).display === 'inline';
    return inline && element.parentElement ? blockOf(element.parentElement) : element;
  }

  function around(element: Element): Element[] {
    const { parentElement } = element;
    return element === scope || !parentElement ? [element] : [element, ...around(parentElement)];
  }

  function hides(element: Element): boolean {
    return /hidden|clip/.test(getComputedStyle(element).overflow);
  }

  function isForEyes(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    return !around(element).some(
      (each) =>
        each.matches('[data-slot="floating-emojis"]') ||
        getComputedStyle(each).position === 'fixed' ||
        (hides(each) && each.clientWidth <= 1),
    );
  }

  function sightOf(element: Element): Rect {
    return around(element)
      .filter((each) => each !== document.body && hides(each))
      .map((each) => each.getBoundingClientRect())
      .reduce<Rect>(
        (seen, edge) => ({
          left: Math.max(seen.left, edge.left),
          right: Math.min(seen.right, edge.right),
          top: Math.max(seen.top, edge.top),
          bottom: Math.min(seen.bottom, edge.bottom),
        }),
        screen,
      );
  }

  const texts: PlacedText[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const { parentElement } = node;
    if (words === '' || !parentElement || !isForEyes(parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push({
      words: words.slice(0, 60),
      lines: Array.from(range.getClientRects(), rectOf),
      block: rectOf(blockOf(parentElement).getBoundingClientRect()),
      sight: sightOf(parentElement),
    });
  }
  return texts;
}
