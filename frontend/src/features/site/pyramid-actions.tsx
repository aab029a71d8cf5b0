import { Check, Copy } from 'lucide-react';
import { referralLink } from '@backend/shared/referral-link';
import { useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { pyramidPath } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { ShareKit } from '@/features/share/share-kit';
import { useAddress } from '@/features/wallet/wallet-state';
import { shortenAddress } from '@/lib/format';

/** Lets a visitor share a wallet's pyramid, or join it. */
export function PyramidActions({ wallet }: { readonly wallet: string }) {
  const { publicOrigin } = useSettings();
  const isOwn = useAddress() === wallet;
  const { copied, copy, byHand } = useCopy('link');
  const path = pyramidPath(wallet);
  const link = publicOrigin + path;
  return (
    <section aria-labelledby="pass-on" className="max-w-xl">
      <h2 id="pass-on" className="font-display text-subheading">
        {isOwn ? 'Show it around' : 'There is room at the bottom'}
      </h2>
      <div className="mt-4 flex flex-wrap gap-3">
        {isOwn ? null : (
          <Button asChild className="max-sm:w-full">
            {/* A full page load, so that the boot script stores the referrer. */}
            <a href={referralLink('', wallet)}>{`Join under ${shortenAddress(wallet)}`}</a>
          </Button>
        )}
        <Button variant="outline" className="max-sm:w-full" onClick={() => void copy(link)}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span>{copied ? 'Copied' : 'Copy the Link'}</span>
        </Button>
      </div>
      {byHand}
      <ShareKit
        what="this pyramid"
        link={link}
        picture={{ name: 'The picture', href: `${path}.png` }}
      />
    </section>
  );
}
