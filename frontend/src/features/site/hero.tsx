import { cx } from 'class-variance-authority';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '@/components/art/avatar';
import { Monument } from '@/components/art/monument';
import { CopyButton } from '@/components/copy';
import { PauseButton } from '@/components/pause-button';
import { RetryButton } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { InvitationContext, useSettings } from '@/config/settings';
import { FloatingEmojis } from '@/features/floating-emojis/floating-emojis';
import { ConnectStatus } from '@/features/wallet/connect-status';
import { WalletButton } from '@/features/wallet/wallet-button';
import { solText, useAddress, useWalletState } from '@/features/wallet/wallet-state';
import { titleOf } from '@/lib/avatar';
import { formatCount, formatTime, plural, shortenAddress } from '@/lib/format';
import { usePause } from '@/lib/pause';

export function Hero() {
  const [still] = usePause('motion');
  const isConnected = useAddress() !== null;
  return (
    <section
      aria-label="Pyramidion"
      className="relative isolate flex min-h-[calc(100svh-7rem)] flex-col overflow-hidden"
    >
      <FloatingEmojis />
      <Monument
        capstone={still ? 'rests' : 'hovers'}
        className="pointer-events-none absolute -bottom-72 left-1/2 -z-20 w-[38rem] max-w-none -translate-x-[52%] sm:-bottom-36 lg:-bottom-1 lg:left-[46%] lg:w-[50rem] lg:translate-x-0"
      />
      <div className="page safe-x flex grow flex-col pt-4 pb-40 max-xs:pb-48 sm:pt-10 sm:pb-96 lg:justify-center lg:pt-0 lg:pb-24">
        <div className="max-w-2xl">
          {isConnected ? null : <InvitationLine />}
          <h1 className="font-display text-hero">The AI-run pyramid scheme that admits it.</h1>
          <p className="mt-5 max-w-[23.9em] text-lg leading-snug text-sand sm:text-xl">
            Connect a wallet, recruit your friends, own nothing.
          </p>
          <ContractAddress />
          <HeroWallet />
          <p className="flex flex-wrap gap-x-7">
            <Button asChild variant="link">
              <Link to={paths.about}>Meet Our AI CEO</Link>
            </Button>
            <Button asChild variant="link">
              <Link to={paths.howToParticipate}>How to Participate</Link>
            </Button>
          </p>
        </div>
      </div>
      <PauseButton
        what="motion"
        name="the emojis"
        className="absolute right-3 bottom-3 forced-colors:bg-[Canvas]"
      />
    </section>
  );
}

function SolBalance() {
  const { balances } = useWalletState();
  const { solRead, readAt } = balances.data ?? {};
  const failed = solRead === false;
  return (
    <>
      <span>{solText(balances.data)}</span>
      {failed || readAt ? (
        <RetryButton variant="link" onRetry={balances.mutate}>
          {`Balance ${failed || !readAt ? 'not read' : `of ${formatTime(readAt)}`}. Try again`}
        </RetryButton>
      ) : null}
    </>
  );
}

function HeroWallet() {
  const address = useAddress();
  return (
    <div className="mt-5 sm:mt-7">
      <div className="flex flex-wrap gap-3">
        {address ? (
          <Button asChild size="lg" className="w-full sm:w-auto sm:min-w-72">
            <Link to={paths.dashboard}>
              <span>See Your Status</span>
            </Link>
          </Button>
        ) : null}
        <WalletButton size="lg" className={cx('w-full sm:w-auto', !address && 'sm:min-w-72')} />
        {address ? null : (
          <Button asChild variant="outline" size="lg" className="w-full sm:w-auto">
            <a href="#collapse">Play Without a Wallet</a>
          </Button>
        )}
      </div>
      <div className="mt-2 flex min-h-24 flex-wrap items-baseline gap-x-4 text-[0.9375rem] text-stone sm:min-h-18">
        {address ? (
          <p className="flex flex-wrap items-center gap-x-3 tabular-nums">
            <span className="text-sand" title={address}>
              {shortenAddress(address)}
            </span>
            <SolBalance />
          </p>
        ) : null}
        <ConnectStatus />
      </div>
    </div>
  );
}

function ContractAddress() {
  const { tokenMint } = useSettings();
  return (
    <div className="mt-2 flex min-h-12 flex-wrap items-center gap-2 text-[0.9375rem] max-sm:text-sm">
      <p className="min-w-0 flex-1 leading-snug text-stone sm:flex-none">
        $SHARES contract address: <br />
        <span className="break-all text-gold-bright">{tokenMint ?? 'Launching Soon'}</span>
      </p>
      {tokenMint ? (
        <CopyButton
          what="address"
          text={tokenMint}
          variant="ghost"
          size="icon"
          aria-label="Copy contract address"
        />
      ) : null}
    </div>
  );
}

function InvitationLine() {
  const invitation = useContext(InvitationContext);
  if (invitation === null || invitation === 'damaged') return null;
  const { wallet, provenRecruits } = invitation;
  const boast = provenRecruits === 0 ? '' : `has ${plural(provenRecruits, 'recruit')} and `;
  return (
    <p className="mb-5 flex items-center gap-3 text-[0.9375rem] leading-snug text-gold-bright">
      <Avatar wallet={wallet} className="w-10 shrink-0" />
      <span title={wallet}>
        {`${titleOf(wallet)}, ${shortenAddress(wallet)}, ${boast}would like you to be number ${formatCount(provenRecruits + 1)}.`}
      </span>
    </p>
  );
}
