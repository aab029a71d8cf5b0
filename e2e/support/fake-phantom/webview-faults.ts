/** Features that are missing, or never answer, in the browser of a wallet. */
export type WebViewFault = 'silent-clipboard' | 'no-downloads' | 'no-storage';

/**
 * Simulates faults, except in the fake Phantom's storage. The source text of this function is injected into the page
 * after the fake Phantom.
 */
export function installWebViewFaults(faults: readonly WebViewFault[]): void {
  const silent = new Promise<never>(() => undefined);
  const install: Record<WebViewFault, () => void> = {
    'silent-clipboard': () => {
      navigator.clipboard.writeText = () => silent;
    },
    'no-downloads': () => {
      URL.createObjectURL = () => '';
      addEventListener('click', ({ target }) => {
        const link = target instanceof Element ? target.closest('a') : null;
        link?.removeAttribute('download');
      });
    },
    'no-storage': () => {
      const isOwn = (key: string) => key.startsWith('phantom-stand-in:');
      const forgetful = (storage: Storage) => ({
        getItem: (key: string) => (isOwn(key) ? storage.getItem(key) : null),
        setItem: (key: string, value: string) => {
          if (!isOwn(key)) throw new DOMException('no room', 'QuotaExceededError');
          storage.setItem(key, value);
        },
        removeItem: (key: string) => storage.removeItem(key),
      });
      Object.defineProperty(window, 'localStorage', { value: forgetful(localStorage) });
      Object.defineProperty(window, 'sessionStorage', { value: forgetful(sessionStorage) });
    },
  };
  for (const fault of faults) install[fault]();
}
