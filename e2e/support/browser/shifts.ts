declare global {
  interface Window {
    /** How far things have moved by themselves, as cumulative layout shift counts it. */
    shifts?: number;
  }
}

/** Runs in the page: adds up how far things move by themselves. */
export function observeShifts(): void {
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && typeof entry.value === 'number') {
        window.shifts = (window.shifts ?? 0) + entry.value;
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: leaves out what has moved so far, once it is all painted. */
export function forgetShifts(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.shifts = 0;
        resolve();
      }),
    );
  });
}
