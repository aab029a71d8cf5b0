/** The event on the document when React has taken the page over, and answers what is clicked. */
export const HYDRATED = 'pyramidion:hydrated';

/**
 * Keeps the clicks on buttons that have no code yet to answer them, and clicks these again, in the same order, as soon
 * as React does: of its own it replays no click from before. Links need no code, and are left alone.
 */
export function replayClicks(page: Document): void {
  const clicked: HTMLElement[] = [];

  function keep({ target }: Event): void {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button) clicked.push(button);
  }

  function replay(): void {
    page.removeEventListener('click', keep, true);
    for (const button of clicked) button.click();
  }

  page.addEventListener('click', keep, true);
  page.addEventListener(HYDRATED, replay, { once: true });
}
