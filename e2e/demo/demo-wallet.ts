import type { WalletKey } from '../support/fake-phantom/keys.js';
import { phantomScript } from '../support/fake-phantom/page-script.js';
import { installApprovalDialog } from './approval-dialog.js';

export function demoWalletScript(key: WalletKey): string {
  const stand = phantomScript({
    kind: 'standard',
    keys: [key],
    answer: 'reject',
    installedFlag: true,
  });
  return `${stand}(${installApprovalDialog.toString()})(${JSON.stringify(key.address)});\n`;
}
