import { useContext } from 'react';
import { useLocation } from 'react-router-dom';
import { isDamagedLink } from '@backend/shared/referral-link';
import { InvitationContext } from '@/config/invitation';
import { useHydrated } from '@/lib/use-hydrated';

/** A notice that the referrer in the opened link is unreadable. */
export function DamagedLink() {
  const { pathname, search, hash } = useLocation();
  const served = useContext(InvitationContext) === 'damaged';
  const hydrated = useHydrated();
  // The server never sees the fragment, so the link includes it only after hydration.
  const link = hydrated ? pathname + search + hash : pathname + search;
  if (!(hydrated || served) || !isDamagedLink(link)) return null;
  return (
    <aside aria-label="Damaged link" className="page safe-x">
      <p className="mb-4 rounded-md border border-gold-deep px-4 py-3 text-[0.9375rem]">
        <strong className="font-semibold text-gold-bright">Your link is damaged.</strong> It no
        longer says who recruited you. Ask them to send it again. Their quarter depends on it.
      </p>
    </aside>
  );
}
