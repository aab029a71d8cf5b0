/** Finds what stands in the place of a button now; null when nothing does. */
type CurrentButton = (button: HTMLElement) => HTMLElement | null;

/**
 * Keeps the taps on buttons inside an element that has no code yet to answer them. Links need none,
 * and are left alone.
 *
 * @returns taps again what was tapped, in the same order, now that somebody listens; what has taken a
 * button's place meanwhile is found with `current`
 */
export function keepTaps(within: Node): (current?: CurrentButton) => void {
  const tapped: HTMLElement[] = [];

  function keep({ target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) tapped.push(button);
  }

  within.addEventListener('click', keep, { capture: true });
  return (current = (button) => button) => {
    within.removeEventListener('click', keep, { capture: true });
    for (const button of tapped.map(current)) {
      // Tabs change on the press, everything else on the click.
      button?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      button?.click();
    }
  };
}
