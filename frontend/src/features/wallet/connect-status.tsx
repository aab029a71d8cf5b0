import { cx } from 'class-variance-authority';
import { Button } from '@/components/ui/button';
import { connectText } from './connect-text';
import { cancelConnect, connectWithoutSigning, useWalletState } from './wallet-store';

/** Says how connecting goes, and offers a way out: to stop waiting, or to connect without a signature. */
export function ConnectStatus({ className }: { readonly className?: string }) {
  const wallet = useWalletState();
  return (
    <div className={cx('flex flex-wrap items-center gap-x-4', className)}>
      <p role="status">{connectText(wallet)}</p>
      {wallet.status === 'connecting' ? (
        <Button variant="link" size="sm" onClick={cancelConnect}>
          Cancel
        </Button>
      ) : null}
      {wallet.status === 'disconnected' && wallet.canSkipSigning ? (
        <Button variant="link" size="sm" onClick={() => void connectWithoutSigning()}>
          Connect without signing
        </Button>
      ) : null}
    </div>
  );
}
