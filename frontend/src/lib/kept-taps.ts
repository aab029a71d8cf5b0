/** Finds what stands in the place of a button now; null when nothing does. */
type CurrentButton = (button: HTMLElement) => HTMLElement | null;

/**
 * Keeps the taps on buttons inside an element that has no code yet to answer them. Links need none,
 * and are left alone. An arrow key on a tab moves the focus to the next one at once, as a tap on it.
 *
 * @returns taps again what was tapped, in the same order, now that somebody listens; what has taken a
 * button's place meanwhile is found with `current`
 */
export function keepTaps(within: Node): (current?: CurrentButton) => void {
  const tapped: HTMLElement[] = [];

  function keep(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const chosen = event instanceof KeyboardEvent ? focusByArrow(button, event.key) : button;
    if (chosen) tapped.push(chosen);
  }

  within.addEventListener('click', keep, { capture: true });
  within.addEventListener('keydown', keep, { capture: true });
  return (current = (button) => button) => {
    within.removeEventListener('click', keep, { capture: true });
    within.removeEventListener('keydown', keep, { capture: true });
    for (const button of tapped.map(current)) {
      // Tabs change on the press, everything else on the click.
      button?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      button?.click();
    }
  };
}

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Moves the focus from a tab to the one that an arrow key leads to, round the ends. */
function focusByArrow(tab: HTMLButtonElement | null, key: string): HTMLElement | undefined {
  const step = STEPS[key];
  if (!step || tab?.role !== 'tab') return;
  const tabs = Array.from(tab.parentElement?.querySelectorAll('button') ?? []);
  const next = tabs.at((tabs.indexOf(tab) + step) % tabs.length);
  next?.focus();
  return next;
}
