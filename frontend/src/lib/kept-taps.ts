/**
 * Keeps the taps on buttons inside an element that has no code yet to answer them. Links need none,
 * and are left alone.
 *
 * @returns taps again what was tapped, in the same order, now that somebody listens
 */
export function keepTaps(within: Node): () => void {
  const tapped: HTMLElement[] = [];

  function keep({ target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) tapped.push(button);
  }

  within.addEventListener('click', keep, { capture: true });
  return () => {
    within.removeEventListener('click', keep, { capture: true });
    for (const button of tapped) {
      // Tabs change on the press, everything else on the click.
      button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      button.click();
    }
  };
}
