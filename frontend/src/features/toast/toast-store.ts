import { createStore } from '@/lib/store';
import { useStore } from '@/lib/use-store';

/** Time after which a dismissed toast is removed from memory, in ms (docs/product.md, Constants). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

interface Toast {
  readonly title: string;
  readonly description: string;
  readonly variant?: 'default' | 'destructive';
  /** A link to the page that is about to open, in case the browser blocks the navigation. */
  readonly link?: { readonly label: string; readonly href: string };
}

/** The toast that is shown, or was shown last (docs/product.md, Toasts: one at a time). */
interface ShownToast extends Toast {
  readonly id: number;
  readonly open: boolean;
}

const store = createStore<ShownToast | null>(null);
let waiting: readonly Toast[] = [];
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a toast, or queues it until the current one is dismissed or times out. It replaces a toast with the same text,
 * since its link may differ.
 */
export function showToast(toast: Toast): void {
  const shown = store.get();
  if (!shown?.open || saysTheSame(shown, toast)) show(toast);
  else waiting = [...waiting.filter((other) => !saysTheSame(other, toast)), toast];
}

function saysTheSame(one: Toast, other: Toast): boolean {
  return one.title === other.title && one.description === other.description;
}

/** Closes the toast and shows the next one in the queue. */
export function dismissToast(id: number): void {
  const shown = store.get();
  if (shown?.id !== id || !shown.open) return;
  const [next, ...rest] = waiting;
  waiting = rest;
  if (next) {
    show(next);
    return;
  }
  store.set({ ...shown, open: false });
  removal = setTimeout(() => store.set(null), TOAST_REMOVE_DELAY_MS);
}

/** Removes a toast that is no longer true, whether it is shown or queued. */
export function retractToast(title: string): void {
  waiting = waiting.filter((toast) => toast.title !== title);
  const shown = store.get();
  if (shown?.title === title) dismissToast(shown.id);
}

export function useShownToast(): ShownToast | null {
  return useStore(store);
}

function show(toast: Toast): void {
  clearTimeout(removal);
  lastId += 1;
  store.set({ ...toast, id: lastId, open: true });
}
