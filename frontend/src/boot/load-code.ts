import { trustedAddress } from './trusted-address';

/** The two parts of the code that the page does without at first; the build lists their files in a meta element each. */
export type LateCode = 'app-code' | 'wallet-code';

/** The addresses of all files of a part. */
export function filesOf(code: LateCode): string[] {
  return document.querySelector<HTMLMetaElement>(`meta[name="${code}"]`)?.content.split(' ') ?? [];
}

/** Has scripts fetched at the lowest priority, and not run. */
export function prefetch(files: readonly string[]): void {
  for (const href of files) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = 'script';
    link.href = href;
    document.head.append(link);
  }
}

/** Has files fetched and run, styles among them, and calls back with each one that cannot be had. */
export function run(files: readonly string[], onFailure: (file: string) => void): void {
  for (const file of files) {
    const element = file.endsWith('.css') ? styleSheet(file) : script(file);
    element.onerror = () => {
      element.remove();
      onFailure(file);
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
