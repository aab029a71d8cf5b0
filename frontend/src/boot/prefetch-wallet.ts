/** Name of the element in which the build lists the files of the wallet's code. */
const LIST = 'meta[name="wallet-code"]';

/** Has the wallet's code fetched at the lowest priority, and not run: that is for the visitor to ask for. */
export function prefetchWallet(): void {
  const files = document.querySelector<HTMLMetaElement>(LIST)?.content.split(' ') ?? [];
  for (const href of files) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = 'script';
    link.href = href;
    document.head.append(link);
  }
}
