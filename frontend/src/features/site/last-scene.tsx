import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { WalletButton } from '@/features/wallet/wallet-button';
import { useWalletState } from '@/features/wallet/wallet-store';

/** The end of the page: the way out, which is painted on, and the way in. */
export function LastScene() {
  const { status } = useWalletState();
  return (
    <section
      aria-labelledby="exit-title"
      className="relative overflow-hidden border-t border-line pt-14 text-center sm:pt-20"
    >
      <div className="page safe-x">
        <h2 id="exit-title" className="font-display text-title">
          The exit, as illustrated
        </h2>
        <p className="mx-auto mt-4 mb-8 max-w-[30em] text-lg leading-snug text-stone">
          Painted on the wall by our finest artists, in keeping with the industry. The entrance is a
          working button.
        </p>
        {status === 'connected' ? (
          <Button asChild size="lg">
            <Link to={paths.dashboard}>See Where It Got You</Link>
          </Button>
        ) : (
          <WalletButton size="lg" className="w-full sm:w-auto sm:min-w-72" />
        )}
        <PaintedDoor />
      </div>
    </section>
  );
}

/** A door as on the walls of old tombs: frames within frames, and nothing behind them. */
function PaintedDoor() {
  return (
    <svg
      viewBox="0 0 400 230"
      aria-hidden="true"
      className="mx-auto mt-10 block w-full max-w-3xl overflow-visible"
    >
      <path
        d="M-900 230V0H1300V230M-900 46H1300M-900 92H1300M-900 138H1300M-900 184H1300M20 0V46M380 0V46M60 46V92M340 46V92M10 92V138M390 92V138M70 138V184M330 138V184M24 184V230M376 184V230"
        fill="none"
        className="stroke-line"
      />
      <path d="M110 230V34L98 10H302L290 34V230Z" className="fill-dusk stroke-gold" />
      <path d="M110 34H290M132 230V56H268V230" fill="none" className="stroke-gold" />
      <path d="M150 230V76H250V230Z" className="fill-dune stroke-gold-deep" />
      <path d="M172 230V104H228V230Z" className="fill-gold-deep" />
      <path d="M200 104H228V230H200Z" className="fill-night/40" />
      <circle cx="200" cy="90" r="6" className="fill-ember" />
      <path d="M200 90q-34-12-46-2 14 10 46 2 32 8 46-2-12-10-46 2" className="fill-gold" />
      <circle cx="220" cy="172" r="3" className="fill-gold-bright" />
    </svg>
  );
}
