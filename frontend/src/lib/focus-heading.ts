/**
 * Focuses the heading of the screen, so that a screen reader announces it.
 *
 * @param part of the screen whose heading is focused instead, if it has one
 */
export function focusHeading(part?: Element | null): void {
  const heading = part?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
