import { Link } from 'react-router-dom';
import { WalletMark } from '@/components/art/wallet-mark';
import { pyramidPath } from '@/config/paths';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import { lineageOf, type Blueprint } from './blueprint';
import { lineageText } from './pyramid-texts';
import type { Stone } from './stones';

interface StoneCaptionProps {
  readonly blueprint: Blueprint;
  /** The one that was picked. */
  readonly stone: Stone | null;
}

/** What is known of a stone. */
export function StoneCaption({ blueprint, stone }: StoneCaptionProps) {
  return (
    <div role="status" className="min-h-12 grow basis-60 px-2 py-3 text-[0.9375rem] text-stone">
      {stone === null ? (
        <p>
          Pick a stone, by touch or with Shift and the arrow keys. To come closer, pinch, or scroll
          with Ctrl held.
        </p>
      ) : (
        <p key={stone.node.wallet}>
          <WalletMark
            wallet={stone.node.wallet}
            className="mr-2 inline-block w-6 align-[-0.25em]"
          />
          <Link
            to={pyramidPath(stone.node.wallet)}
            className="text-gold underline underline-offset-4"
            title={stone.node.wallet}
          >
            {shortenAddress(stone.node.wallet)}
          </Link>
          {`, ${stone.node.status} on level ${stone.node.level}, ${lineageText(lineageOf(blueprint, stone).map(({ node }) => node.referrer))}. ${plural(stone.node.recruits, 'recruit')}${stone.missing > 0 ? `, ${formatCount(stone.missing)} of them not drawn` : ''}.`}
        </p>
      )}
    </div>
  );
}
