import { trustedAddress } from './trusted-address';

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

/** Has code fetched and run, with the styles that belong to it, and calls back when a part of it cannot be had. */
export function runCode(code: LateCode, onFailure: () => void): void {
  for (const file of filesOf(code)) {
    const element = file.endsWith('.css') ? styleSheet(file) : script(file);
    element.onerror = () => {
      element.remove();
      onFailure();
    };
    document.head.append(element);
  }
}

function styleSheet(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return link;
}

function script(src: string): HTMLScriptElement {
  const element = document.createElement('script');
  element.async = false;
  element.src = trustedAddress(src);
  return element;
}

function filesOf(code: LateCode): string[] {
  return document.querySelector<HTMLMetaElement>(`meta[name="${code}"]`)?.content.split(' ') ?? [];
}
