import { useEffect, useRef, useState, type ComponentType } from 'react';
import { dismissToast, useShownToast } from './toast-store';

/** Moves the focus to the notifications (specification, section 9). */
const HOTKEY = 'F8';

/** Toasts, whose code arrives with the first one. A toast is lost when it cannot be had, and the next one asks again. */
export function Toasts() {
  const toast = useShownToast();
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const wanted = toast?.open && !Toaster ? toast.id : null;

  useEffect(() => {
    if (wanted === null) return;
    import('./toaster').then(
      (module) => setToaster(() => module.default),
      (error: unknown) => {
        console.error('A toast could not be shown', error);
        dismissToast(wanted);
      },
    );
  }, [wanted]);

  return Toaster ? <Toaster /> : <EmptyRegion />;
}

/** The region of the notifications before there has been one. */
function EmptyRegion() {
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focus = ({ key }: KeyboardEvent): void => {
      if (key === HOTKEY) region.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);

  return (
    <section
      ref={region}
      aria-label={`Notifications (${HOTKEY})`}
      tabIndex={-1}
      className="sr-only"
    >
      None so far.
    </section>
  );
}
