import { useWallet } from '@solana/wallet-adapter-react';
import { cx } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useHydrated } from '@/lib/use-hydrated';
import { connectText, textWithoutPhantom } from './connect-text';
import { isPhantomInstalled } from './phantom';
import { ResignationLetter } from './resignation-letter';
import { cancelConnect, connectWithoutSigning, useWalletState } from './wallet-store';

/** Shows the progress of connecting, with buttons to cancel or to connect without a signature. */
export function ConnectStatus({ className }: { readonly className?: string }) {
  const wallet = useWalletState();
  // Renders again when Phantom registers.
  useWallet();
  const hydrated = useHydrated();
  const installed = !hydrated || isPhantomInstalled();
  return (
    <div className={cx('flex flex-wrap items-baseline gap-x-4', className)}>
      {wallet.status === 'connected' && wallet.arriving ? (
        <LoaderCircle aria-hidden="true" className="-me-2 size-4 animate-spin self-center" />
      ) : null}
      <p role="status">{installed ? connectText(wallet) : textWithoutPhantom(wallet)}</p>
      {wallet.status === 'connecting' ? (
        <Button variant="link" size="sm" onClick={cancelConnect}>
          Cancel
        </Button>
      ) : null}
      {wallet.status === 'disconnected' && wallet.resigned !== null ? (
        <ResignationLetter wallet={wallet.resigned} />
      ) : null}
      {wallet.status === 'disconnected' && wallet.canSkipSigning ? (
        <Button variant="link" size="sm" onClick={() => void connectWithoutSigning()}>
          Connect without signing
        </Button>
      ) : null}
    </div>
  );
}
