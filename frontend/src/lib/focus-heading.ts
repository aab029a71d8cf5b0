/**
 * Moves the focus to the heading of the screen, so that a screen reader announces the new place.
 *
 * @param part of the screen whose heading is focused instead; the screen's own if it has none
 */
export function focusHeading(part?: Element | null): void {
  const heading = part?.querySelector<HTMLElement>('h1, h2') ?? document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
