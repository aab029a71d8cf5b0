/** The two parts of the code that the page does without at first; the build lists their files in a meta element each. */
export type LateCode = 'app-code' | 'wallet-code';

/** Has code fetched at the lowest priority, and not run. */
export function prefetchCode(code: LateCode): void {
  for (const href of filesOf(code)) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = 'script';
    link.href = href;
    document.head.append(link);
  }
}

/** Has code fetched and run, and calls back when a part of it cannot be had. */
export function runCode(code: LateCode, onFailure: () => void): void {
  for (const src of filesOf(code)) {
    const script = document.createElement('script');
    script.async = false;
    script.src = src;
    script.onerror = onFailure;
    document.head.append(script);
  }
}

function filesOf(code: LateCode): string[] {
  return document.querySelector<HTMLMetaElement>(`meta[name="${code}"]`)?.content.split(' ') ?? [];
}
