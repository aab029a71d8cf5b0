import { retry } from '@/lib/retry';

declare global {
  interface Window {
    /** Where a browser has it, the page's policy demands what it makes in place of some texts. */
    readonly trustedTypes?: {
      createPolicy<Rules extends object>(name: string, rules: Rules): Rules;
    };
  }
}

/** What a visitor does with a page that they mean to use. Scrolling and reading need no code. */
const SIGNS_OF_INTENT = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/** How long a busy browser may put the app off, in ms. */
const IDLE_TIMEOUT_MS = 2_000;

const rules = { createScriptURL: (address: string) => address };
const policy = window.trustedTypes?.createPolicy('pyramidion-boot', rules) ?? rules;
const files =
  document.querySelector<HTMLMetaElement>('meta[name="app-code"]')?.content.split(' ') ?? [];

/** Has the app fetched and run, once. A file that cannot be had is asked for again: until then the page stays as it was sent. */
export function loadApp(): void {
  for (const file of files.splice(0)) void retry(() => run(file));
}

/** Loads the app at the first sign of intent, or once the page has loaded and the browser has nothing better to do. */
export function loadAppWhenWanted(): void {
  for (const sign of SIGNS_OF_INTENT) {
    addEventListener(sign, answerIntent, { capture: true, passive: true });
  }
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(loadApp, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(loadApp);
  });
}

function answerIntent(event: Event): void {
  // A browser reports where a resting mouse is, too, as soon as it has drawn the page.
  const rests =
    event.type === 'pointermove' &&
    event instanceof PointerEvent &&
    event.movementX === 0 &&
    event.movementY === 0;
  if (!rests) loadApp();
}

/** Fetches and runs a script; rejects when it cannot be fetched. */
function run(file: string): Promise<unknown> {
  const src = policy.createScriptURL(file);
  const script = Object.assign(document.createElement('script'), { async: false, src });
  return new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => {
      script.remove();
      reject(new Error(file));
    };
    document.head.append(script);
  });
}
