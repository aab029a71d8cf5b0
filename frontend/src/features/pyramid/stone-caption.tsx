import { Link } from 'react-router-dom';
import { pyramidPath } from '@/config/paths';
import { formatCount, shortenAddress } from '@/lib/format';
import { recruitsText } from './pyramid-texts';
import type { Stone } from './stones';

/** What is known of a stone. */
export function StoneCaption({ stone }: { readonly stone: Stone | null }) {
  return (
    <p role="status" className="min-h-12 grow basis-60 px-2 py-3 text-[0.9375rem] text-stone">
      {stone === null ? (
        'Pick a stone. To come closer, pinch, or scroll with Ctrl held.'
      ) : (
        <>
          <Link
            to={pyramidPath(stone.node.wallet)}
            className="text-gold underline underline-offset-4"
            title={stone.node.wallet}
          >
            {shortenAddress(stone.node.wallet)}
          </Link>
          {`, ${stone.node.status} on level ${stone.node.level}, brought by ${shortenAddress(stone.node.referrer)}. ${recruitsText(stone.node.recruits)}${stone.missing > 0 ? `, ${formatCount(stone.missing)} of them not drawn` : ''}.`}
        </>
      )}
    </p>
  );
}
