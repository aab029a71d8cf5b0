/**
 * Focuses the heading of the screen, so that a screen reader announces it.
 *
 * @param part part of the screen; if it has a heading, that heading is focused instead
 */
export function focusHeading(part?: Element | null): void {
  const heading = part?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
