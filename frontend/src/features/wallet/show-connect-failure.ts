import { showToast } from '@/features/toast/toast-store';

/** Tells the visitor that a connect they asked for has failed (specification, section 8). */
export function showConnectFailure(error: unknown): void {
  console.error('Could not connect', error);
  showToast({
    variant: 'destructive',
    title: 'Connection Failed',
    description: 'Could not connect to wallet. Please install Phantom from phantom.app.',
  });
}
