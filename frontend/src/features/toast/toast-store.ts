import { createStore } from '@/lib/store';
import { useStore } from '@/lib/use-store';

/** How long a dismissed toast is kept before it is removed, in ms (specification, section 9). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

interface Toast {
  readonly title: string;
  readonly description: string;
  readonly variant?: 'default' | 'destructive';
  /** A real link, for what the page is about to do by itself and may not be allowed to. */
  readonly link?: { readonly label: string; readonly href: string };
}

/** The one toast that is shown (specification, section 9: at most 1), or was last. */
interface ShownToast extends Toast {
  readonly id: number;
  readonly open: boolean;
}

const store = createStore<ShownToast | null>(null);
let waiting: readonly Toast[] = [];
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a toast, or has it wait until the shown one is dismissed or has had its time. One that says the same as another
 * takes its place: its link may lead elsewhere.
 */
export function showToast(toast: Toast): void {
  const shown = store.get();
  if (!shown?.open || saysTheSame(shown, toast)) show(toast);
  else waiting = [...waiting.filter((other) => !saysTheSame(other, toast)), toast];
}

function saysTheSame(one: Toast, other: Toast): boolean {
  return one.title === other.title && one.description === other.description;
}

/** Closes the shown toast and shows the next one that waits. */
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

/** Takes back a toast that is not true any more, shown or waiting. */
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
