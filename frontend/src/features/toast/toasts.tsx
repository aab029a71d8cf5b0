import { lazy, Suspense } from 'react';
import { useShownToast } from './toast-store';

const Toaster = lazy(() => import('./toaster'));

/** Toasts, whose code arrives with the first one. */
export function Toasts() {
  const toast = useShownToast();
  if (!toast) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
