import { referralLink } from '@backend/shared/referral-link';
import { CopyButton } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { pyramidPath } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { ShareKit } from '@/features/share/share-kit';
import { useAddress } from '@/features/wallet/wallet-state';
import { shortenAddress } from '@/lib/format';

export function PyramidActions({ wallet }: { readonly wallet: string }) {
  const { publicOrigin } = useSettings();
  const isOwn = useAddress() === wallet;
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
            {/* A full page load, because the app reads referral links only then. */}
            <a href={referralLink('', wallet)}>{`Join under ${shortenAddress(wallet)}`}</a>
          </Button>
        )}
        <CopyButton what="link" text={link} variant="outline" className="max-sm:w-full">
          Copy the Link
        </CopyButton>
      </div>
      <ShareKit
        what="this pyramid"
        link={link}
        picture={{ name: 'The picture', href: `${path}.png` }}
      />
    </section>
  );
}
