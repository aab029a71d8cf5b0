import * as ToastPrimitive from '@radix-ui/react-toast';
import { cx } from 'class-variance-authority';
import { X } from 'lucide-react';
import { useHydrated } from '@/lib/use-hydrated';
import { usePageVisible } from '@/lib/use-interval';
import { dismissToast, useShownToast } from './toast-store';

/** How long a toast is shown, in ms, and how far a swipe must go, in px (docs/product.md, Constants). */
const DURATION_MS = 5_000;
const SWIPE_THRESHOLD_PX = 50;

/**
 * The region of toasts; F8 moves the focus there. It is part of the app's first code, since a toast may report that the
 * network is down. The served page has no such region, because its inline styles would violate the security policy.
 */
export function Toaster() {
  const toast = useShownToast();
  const visible = usePageVisible();
  if (!useHydrated()) return null;
  return (
    <ToastPrimitive.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toast && (
        <ToastPrimitive.Root
          // A toast in a hidden tab is not seen, so its timer restarts when the visitor returns.
          key={`${toast.id} ${visible}`}
          open={toast.open}
          onOpenChange={(open) => {
            if (!open && !document.hidden) dismissToast(toast.id);
          }}
          className={cx(
            'relative grid animate-arrive gap-1 rounded-lg border p-4 pr-12 text-[0.9375rem] leading-snug text-sand shadow-raised transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none',
            toast.variant === 'destructive'
              ? 'border-ember bg-ember-deep'
              : 'border-gold-deep bg-dune',
          )}
        >
          <ToastPrimitive.Title className="text-base font-semibold">
            {toast.title}
          </ToastPrimitive.Title>
          <ToastPrimitive.Description>{toast.description}</ToastPrimitive.Description>
          {toast.link && (
            <a
              className="inline-flex min-h-11 items-center font-medium text-gold-bright underline underline-offset-4"
              href={toast.link.href}
            >
              {toast.link.label}
            </a>
          )}
          <ToastPrimitive.Close
            aria-label="Dismiss"
            className="absolute top-0 right-0 grid size-11 place-items-center rounded-md text-sand hover:text-gold-bright active:text-gold"
          >
            <X aria-hidden className="size-4" />
          </ToastPrimitive.Close>
        </ToastPrimitive.Root>
      )}
      <ToastPrimitive.Viewport
        hotkey={['F8']}
        className="fixed right-0 bottom-0 z-50 w-full pt-4 pr-[max(1rem,env(safe-area-inset-right))] pb-[max(1rem,env(safe-area-inset-bottom))] pl-[max(1rem,env(safe-area-inset-left))] md:max-w-[420px]"
      />
    </ToastPrimitive.Provider>
  );
}
