/** Event on the document: React has begun to handle clicks. */
export const HYDRATED = 'pyramidion:hydrated';

/** Event on the document: React has replaced elements that it could not hydrate. */
export const RENDERED_ANEW = 'pyramidion:rendered-anew';

const FADING = { duration: 600, iterations: Infinity, direction: 'alternate' } as const;

/** Records clicks on buttons until React handles clicks, then repeats them. */
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
    page.addEventListener('click', forget, { once: true, capture: true });
  }

  /** After another click, the visitor no longer expects the recorded ones. */
  function forget(): void {
    heard.length = 0;
  }

  function replayAnew(): void {
    for (const [{ isConnected, textContent, title }] of heard.splice(0)) {
      const twin = [...page.querySelectorAll('button')].find(
        (each) => each.textContent === textContent && each.title === title,
      );
      if (!isConnected) twin?.click();
    }
  }

  page.addEventListener('click', keep, true);
  page.addEventListener(HYDRATED, replay, { once: true });
  page.addEventListener(RENDERED_ANEW, replayAnew, { once: true });
}
