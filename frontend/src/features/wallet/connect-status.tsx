import { useWallet } from '@solana/wallet-adapter-react';
import { cx } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import { PUBLISHED } from '@/features/session/consent';
import { useHydrated } from '@/lib/use-hydrated';
import { connectText, textWithoutPhantom } from './connect-text';
import { findPhantom } from './phantom';
import { useConnect } from './use-connect';

export function ConnectStatus({ className }: { readonly className?: string }) {
  const attempt = useConnect();
  const wallet = useWallet();
  const { publicOrigin } = useSettings();
  const hydrated = useHydrated();
  const { stage, reason, canSkipSigning, connect, cancel } = attempt;
  const isIdle = stage === 'idle' && !wallet.connected && !wallet.connecting;
  const isFresh = isIdle && reason === null;
  const isMissing = hydrated && findPhantom(wallet.wallets) === undefined;
  const isAsking = stage === 'challenge' || stage === 'prompt' || stage === 'approved';
  return (
    <div className={cx('flex flex-wrap items-baseline gap-x-4', className)}>
      {/* Above the status, because the height of the status changes. */}
      {wallet.connected ? null : (
        <p className="mb-3 max-w-text basis-full text-[0.8125rem] leading-snug">{PUBLISHED}</p>
      )}
      {stage === 'arriving' ? (
        <LoaderCircle aria-hidden="true" className="-me-2 size-4 animate-spin self-center" />
      ) : null}
      {/* Reserves two lines on a phone, because the text changes on hydration. */}
      <p role="status" className="max-sm:min-h-12">
        {isFresh && isMissing ? textWithoutPhantom() : connectText(attempt, wallet, publicOrigin)}
      </p>
      {isAsking ? (
        <Button variant="link" size="sm" onClick={cancel}>
          Cancel
        </Button>
      ) : null}
      {isIdle && canSkipSigning ? (
        <Button variant="link" size="sm" onClick={() => void connect({ sign: false })}>
          Connect without signing
        </Button>
      ) : null}
    </div>
  );
}
