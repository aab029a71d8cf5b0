/**
 * Moves the focus to the heading of the screen, so that a screen reader announces where one is.
 *
 * @param part of the screen, for its own heading instead; the screen itself where that has none
 */
export function focusHeading(part?: Element | null): void {
  const heading = part?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
