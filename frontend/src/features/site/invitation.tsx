import { useContext } from 'react';
import { Avatar } from '@/components/art/avatar';
import { InvitationContext } from '@/config/invitation';
import { titleOf } from '@/lib/avatar';
import { formatCount, plural } from '@/lib/format';

/** Names the referrer of the opened link, if that wallet is on the board. */
export function Invitation() {
  const invitation = useContext(InvitationContext);
  if (invitation === null || invitation === 'damaged') return null;
  const { wallet, provenRecruits } = invitation;
  return (
    <p className="mb-5 flex items-center gap-3 text-[0.9375rem] leading-snug text-gold-bright">
      <Avatar wallet={wallet} className="w-10 shrink-0" />
      <span title={wallet}>
        {`${titleOf(wallet)} has ${plural(provenRecruits, 'recruit')} and would like you to be number ${formatCount(provenRecruits + 1)}.`}
      </span>
    </p>
  );
}
