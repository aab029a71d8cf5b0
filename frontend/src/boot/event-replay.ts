/** The event on the document when React has taken the page over, and answers what is clicked. */
export const HYDRATED = 'pyramidion:hydrated';

const FADING = { duration: 600, iterations: Infinity, direction: 'alternate' } as const;

/**
 * Keeps the clicks on buttons that have no code yet to answer them, and clicks these again, in the same order, as soon
 * as React does: of its own it replays no click from before. Until then a button that was heard fades and comes back,
 * for which no style need be there. Links need no code, and are left alone.
 */
export function replayClicks(page: Document): void {
  const heard: [button: HTMLElement, sign: Animation][] = [];

  function keep({ target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) heard.push([button, button.animate({ opacity: 0.5 }, FADING)]);
  }

  function replay(): void {
    page.removeEventListener('click', keep, true);
    for (const [button, sign] of heard) {
      sign.cancel();
      button.click();
    }
  }

  page.addEventListener('click', keep, true);
  page.addEventListener(HYDRATED, replay, { once: true });
}
