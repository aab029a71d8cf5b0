import { Link } from 'react-router-dom';
import paintedDoor from '@/assets/painted-door.svg';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { PUBLISHED } from '@/features/session/consent';
import { WalletButton } from '@/features/wallet/wallet-button';
import { useAddress } from '@/features/wallet/wallet-state';

export function LastScene() {
  const isConnected = useAddress() !== null;
  return (
    <section
      aria-labelledby="exit-title"
      className="relative overflow-hidden border-t border-line pt-10 text-center sm:pt-20"
    >
      <div className="page safe-x">
        <h2 id="exit-title" className="font-display text-title">
          The exit, as illustrated
        </h2>
        <p className="mx-auto mt-4 mb-6 max-w-[30em] text-lg leading-snug text-stone">
          Our finest artists painted it on the wall. The entrance, on the other hand, is a working
          button.
        </p>
        {isConnected ? (
          <Button asChild size="lg">
            <Link to={paths.dashboard}>See Where It Got You</Link>
          </Button>
        ) : (
          <>
            <WalletButton size="lg" className="w-full sm:w-auto sm:min-w-72" />
            <p className="mx-auto mt-3 max-w-text text-[0.9375rem] text-stone">{PUBLISHED}</p>
          </>
        )}
      </div>
      <img
        src={paintedDoor}
        alt=""
        width="2200"
        height="230"
        loading="lazy"
        className="relative left-1/2 mt-8 w-[160rem] max-w-none -translate-x-1/2"
      />
    </section>
  );
}
