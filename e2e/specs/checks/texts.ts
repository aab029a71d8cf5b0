/** A rectangle in CSS pixels. Its edges may be infinite. */
interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface PlacedText {
  readonly words: string;
  readonly lines: readonly Rect[];
  readonly block: Rect;
  /** The rectangle in which the text is visible. */
  readonly sight: Rect;
}

/**
 * Runs in the page: scrolls to the top, and describes each text that is clipped, leaves its block or overlaps another,
 * and each number that breaks into two lines. If a dialog is open, checks only its texts. Skips the floating emojis and
 * fixed elements, such as toasts.
 */
export function misplacedTexts(): string[] {
  /** Distance in px by which a text may cross a left or right edge, because of rounding and slanted letters. */
  const MAY_LEAN = 1.5;
  /** Share of a line's height that counts as empty at the top, and the same at the bottom. */
  const FREE = 0.25;
  const NUMBER = /^[\d,.]+$/;

  window.scrollTo(0, 0);
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const screen: Rect = {
    left: 0,
    right: document.documentElement.clientWidth,
    top: -Infinity,
    bottom: Infinity,
  };
  const sights = new Map<Element, Rect | null>();

  /** Returns the rectangle in which the content of an element is visible, or null if its texts are not checked. */
  function sightOf(element: Element): Rect | null {
    const known = sights.get(element);
    if (known !== undefined) return known;
    const { parentElement } = element;
    const around = element === scope || !parentElement ? screen : sightOf(parentElement);
    const sight = around && narrowed(around, element);
    sights.set(element, sight);
    return sight;
  }

  function narrowed(around: Rect, element: Element): Rect | null {
    const { overflow, position } = getComputedStyle(element);
    const hides = /hidden|clip/.test(overflow);
    if (position === 'fixed' && element !== scope) return null;
    if (element.matches('[data-slot="floating-emojis"]')) return null;
    if (hides && element.clientWidth <= 1) return null;
    const scrolls = overflow.includes('auto') && element.scrollWidth > element.clientWidth;
    if (scrolls)
      return { left: -Infinity, right: Infinity, top: around.top, bottom: around.bottom };
    if (!hides || element === document.body) return around;
    const edge = element.getBoundingClientRect();
    return {
      left: Math.max(around.left, edge.left),
      right: Math.min(around.right, edge.right),
      top: Math.max(around.top, edge.top),
      bottom: Math.min(around.bottom, edge.bottom),
    };
  }

  function blockOf(element: Element): Element {
    if (element instanceof SVGElement) return element.closest('svg') ?? element;
    const inline = getComputedStyle(element).display === 'inline';
    return inline && element.parentElement ? blockOf(element.parentElement) : element;
  }

  function lettersOf({ left, right, top, bottom }: Rect): Rect {
    const free = (bottom - top) * FREE;
    return {
      left: left + MAY_LEAN,
      right: right - MAY_LEAN,
      top: top + free,
      bottom: bottom - free,
    };
  }

  function textsOf(): PlacedText[] {
    const texts: PlacedText[] = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      const { parentElement } = node;
      if (words === '' || !parentElement) continue;
      const sight = sightOf(parentElement);
      const visible = { visibilityProperty: true, opacityProperty: true };
      if (!sight || !parentElement.checkVisibility(visible)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      texts.push({
        words: words.slice(0, 60),
        lines: Array.from(range.getClientRects(), lettersOf),
        block: blockOf(parentElement).getBoundingClientRect(),
        sight,
      });
    }
    return texts;
  }

  function isInside(inner: Rect, outer: Rect): boolean {
    return (
      inner.left >= outer.left &&
      inner.right <= outer.right &&
      inner.top >= outer.top &&
      inner.bottom <= outer.bottom
    );
  }

  function complaints({ words, lines, block, sight }: PlacedText): string[] {
    return [
      ...(lines.every((line) => isInside(line, sight)) ? [] : [`cut off: ${words}`]),
      ...(lines.every((line) => isInside(line, block)) ? [] : [`outside its block: ${words}`]),
      ...(NUMBER.test(words) && lines.length > 1 ? [`a number in two lines: ${words}`] : []),
    ];
  }

  function collisions(texts: readonly PlacedText[]): string[] {
    const lines = texts
      .flatMap((text) => text.lines.map((line) => ({ text, ...line })))
      .sort((one, other) => one.top - other.top);
    return lines.flatMap((upper, index) => {
      const end = lines.findIndex(({ top }, later) => later > index && top >= upper.bottom);
      return lines
        .slice(index + 1, end === -1 ? undefined : end)
        .filter(
          ({ text, left, right }) =>
            text !== upper.text && left < upper.right && upper.left < right,
        )
        .map(({ text }) => `on one another: ${upper.text.words} | ${text.words}`);
    });
  }

  const texts = textsOf();
  return [...texts.flatMap(complaints), ...collisions(texts)];
}
