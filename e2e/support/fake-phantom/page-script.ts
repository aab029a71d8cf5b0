import { installOtherWallet } from './other-wallet.js';
import type { PhantomOptions } from './phantom-control.js';
import { installPhantomCore } from './phantom-core.js';
import { installInjectedPhantom } from './phantom-injected.js';
import { installStandardPhantom } from './phantom-standard.js';
import { signInText } from './sign-in-text.js';
import { installWebViewFaults } from './webview-faults.js';

/** Returns a script that installs the fake Phantom. It skips pages without an origin, which have no storage. */
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

export function otherWalletScript(
  ...wallet: [name: string, address: string, chain: 'solana' | 'sui']
): string {
  return call(installOtherWallet, ...wallet.map((each) => JSON.stringify(each)));
}

// Only the source text of a function reaches the page, so the function must not use imports or its module's variables.
function call(install: { toString(): string }, ...argumentTexts: readonly string[]): string {
  return `(${install.toString()})(${argumentTexts.join(', ')});\n`;
}
