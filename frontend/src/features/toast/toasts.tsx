import { useEffect, useState, type ComponentType } from 'react';
import { dismissToast, useShownToast } from './toast-store';

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

  return Toaster && <Toaster />;
}
