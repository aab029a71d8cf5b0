declare global {
  interface Window {
    shifts?: number;
  }
}

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

/** Runs in the page: waits for the next paint, and sets `window.shifts` to 0. */
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
