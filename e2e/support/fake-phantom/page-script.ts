import { installOtherWallet } from './other-wallet.js';
import type { PhantomOptions } from './phantom-control.js';
import { installPhantomCore } from './phantom-core.js';
import { installInjectedPhantom } from './phantom-injected.js';
import { installStandardPhantom } from './phantom-standard.js';
import { signInText } from './sign-in-text.js';
import { installWebViewFaults } from './webview-faults.js';

/**
 * A script that puts the Phantom stand-in into a page, to be run before the page's own. Like the real one it leaves
 * pages without an origin alone.
 */
export function phantomScript(options: PhantomOptions): string {
  const { kind, installedFlag, faults = [] } = options;
  const calls = [
    call(installPhantomCore, JSON.stringify(options)),
    kind === 'standard' ? call(installStandardPhantom, signInText.toString()) : '',
    call(installInjectedPhantom, JSON.stringify(installedFlag)),
    call(installWebViewFaults, JSON.stringify(faults)),
  ];
  return `if (location.origin !== 'null') {\n${calls.join('')}}\n`;
}

/** A script that puts another Wallet Standard wallet into a page. */
export function otherWalletScript(name: string, address: string): string {
  return call(installOtherWallet, JSON.stringify(name), JSON.stringify(address));
}

// A page sees only the text of these functions, so that they may use nothing from around them.
function call(install: { toString(): string }, ...argumentTexts: readonly string[]): string {
  return `(${install.toString()})(${argumentTexts.join(', ')});\n`;
}
