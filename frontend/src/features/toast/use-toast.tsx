import * as ToastPrimitive from '@radix-ui/react-toast';
import { cx } from 'class-variance-authority';
import { X } from 'lucide-react';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useHydrated } from '@/lib/use-hydrated';
import { usePageVisible } from '@/lib/use-interval';

/** Duration of the timer that closes a toast (docs/product.md, Constants). */
const DURATION_MS = 5_000;

const SWIPE_THRESHOLD_PX = 50;

/** A closed toast is removed from memory at the latest after this time (docs/product.md, Constants). */
const REMOVE_DELAY_MS = 1_000_000;

export interface Toast {
  readonly title: string;
  readonly description: string;
  readonly variant?: 'default' | 'destructive';
  /** A link to the page that is about to open, for browsers that block the redirect. */
  readonly link?: { readonly label: string; readonly href: string };
}

interface ToastActions {
  show(toast: Toast): void;
  /** Closes the toasts with this title, whether shown or waiting. */
  retract(toast: Toast): void;
}

const ToastContext = createContext<ToastActions | null>(null);

export function useToast(): ToastActions {
  const actions = useContext(ToastContext);
  if (actions === null) throw new Error('useToast needs a ToastProvider');
  return actions;
}

interface Toasts {
  /** While `open`, the first toast is on the screen, and the others wait (docs/product.md, Toasts). */
  readonly queue: readonly Toast[];
  readonly open: boolean;
  /** Changes whenever a toast is shown or shown again, so that its timer restarts. */
  readonly count: number;
}

const NONE: Toasts = { queue: [], open: false, count: 0 };

/** Adds a toast, and drops an earlier one with the same text, whose link may be out of date. */
function added({ queue, open, count }: Toasts, toast: Toast): Toasts {
  const isOther = ({ title, description }: Toast): boolean =>
    title !== toast.title || description !== toast.description;
  const [shown, ...waiting] = open ? queue : [];
  if (shown && isOther(shown)) {
    return { queue: [shown, ...waiting.filter(isOther), toast], open, count };
  }
  return { queue: [toast, ...waiting], open: true, count: count + 1 };
}

/** Filters the queue. If no toast would be left, closes the queue, but keeps it in memory. */
function kept({ queue, open, count }: Toasts, isKept: (toast: Toast) => boolean): Toasts {
  const rest = queue.filter(isKept);
  if (rest.length === 0) return { queue, open: false, count };
  return { queue: rest, open, count: rest[0] === queue[0] ? count : count + 1 };
}

/**
 * Shows toasts after hydration. The served page has no region for them, because the security policy forbids the region's
 * inline styles.
 */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState(NONE);
  const visible = usePageVisible();
  const hydrated = useHydrated();
  const { queue, open, count } = toasts;
  const [shown] = queue;
  const actions = useMemo<ToastActions>(
    () => ({
      show: (toast) => setToasts((all) => added(all, toast)),
      retract: ({ title }) => setToasts((all) => kept(all, (toast) => toast.title !== title)),
    }),
    [],
  );

  useEffect(() => {
    if (open) return;
    const removal = setTimeout(() => setToasts(NONE), REMOVE_DELAY_MS);
    return () => clearTimeout(removal);
  }, [open]);

  return (
    <ToastContext value={actions}>
      {children}
      {hydrated ? (
        <ToastPrimitive.Provider
          duration={DURATION_MS}
          swipeDirection="right"
          swipeThreshold={SWIPE_THRESHOLD_PX}
        >
          {shown ? (
            <ToastPrimitive.Root
              // A toast in a hidden tab is not seen, so its timer restarts when the visitor returns.
              key={`${count} ${visible}`}
              open={open}
              onOpenChange={(isOpen) => {
                if (isOpen || document.hidden) return;
                setToasts((all) => kept(all, (toast) => toast !== shown));
              }}
              className={cx(
                'relative grid animate-arrive gap-1 rounded-lg border p-4 pr-12 text-[0.9375rem] leading-snug text-sand shadow-raised transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none',
                shown.variant === 'destructive'
                  ? 'border-ember bg-ember-deep'
                  : 'border-gold-deep bg-dune',
              )}
            >
              <ToastPrimitive.Title className="text-base font-semibold">
                {shown.title}
              </ToastPrimitive.Title>
              <ToastPrimitive.Description>{shown.description}</ToastPrimitive.Description>
              {shown.link ? (
                <a
                  className="inline-flex min-h-11 items-center font-medium text-gold-bright underline underline-offset-4"
                  href={shown.link.href}
                >
                  {shown.link.label}
                </a>
              ) : null}
              <ToastPrimitive.Close
                aria-label="Dismiss"
                className="absolute top-0 right-0 grid size-11 place-items-center rounded-md text-sand hover:text-gold-bright active:text-gold"
              >
                <X aria-hidden className="size-4" />
              </ToastPrimitive.Close>
            </ToastPrimitive.Root>
          ) : null}
          <ToastPrimitive.Viewport
            hotkey={['F8']}
            className="fixed right-0 bottom-0 z-50 w-full pt-4 pr-[max(1rem,env(safe-area-inset-right))] pb-[max(1rem,env(safe-area-inset-bottom))] pl-[max(1rem,env(safe-area-inset-left))] md:max-w-[420px]"
          />
        </ToastPrimitive.Provider>
      ) : null}
    </ToastContext>
  );
}
