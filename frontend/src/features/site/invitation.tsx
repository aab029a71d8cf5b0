import { useContext } from 'react';
import { Avatar } from '@/components/art/avatar';
import { InvitationContext } from '@/config/invitation';
import { titleOf } from '@/lib/avatar';
import { formatCount, plural, shortenAddress } from '@/lib/format';

/** Names the referrer of the opened link. */
export function Invitation() {
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
