import { useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { InvitationContext } from '@/config/settings';
import { isOpenedLinkDamaged } from '@/features/referral/referrer-memory';
import { useHydrated } from '@/lib/use-hydrated';

/** Says that the opened link is damaged. Checks a fragment after hydration, because the server never sees it. */
export function DamagedLink() {
  const { pathname } = useLocation();
  const [opened] = useState(pathname);
  const isServed = useContext(InvitationContext) === 'damaged';
  const hydrated = useHydrated();
  if (pathname !== opened || !(isServed || (hydrated && isOpenedLinkDamaged()))) return null;
  return (
    <aside aria-label="Damaged link" className="page safe-x">
      <p className="mb-4 rounded-md border border-gold-deep px-4 py-3 text-[0.9375rem]">
        <strong className="font-semibold text-gold-bright">Your link is damaged.</strong> It no
        longer says who recruited you. Ask them to send it again. Their quarter depends on it.
      </p>
    </aside>
  );
}
