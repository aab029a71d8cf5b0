import type { WalletKey } from '../support/fake-phantom/keys.js';
import { phantomScript } from '../support/fake-phantom/page-script.js';
import { installApprovalDialog } from './approval-dialog.js';

/** Returns the script that adds the demo wallet to a page. */
export function demoWalletScript(key: WalletKey): string {
  const stand = phantomScript({
    kind: 'standard',
    keys: [key],
    answer: 'reject',
    delayMs: 0,
    installedFlag: true,
  });
  return `${stand}(${installApprovalDialog.toString()})(${JSON.stringify(key.address)});\n`;
}
