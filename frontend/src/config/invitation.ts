import { createContext } from 'react';
import type { Invitation } from '@backend/site/page';

/** The invitation that the page was served with. */
export const InvitationContext = createContext<Invitation | null>(null);

/** Returns the invitation in a page, which the server puts into an element. */
export function invitationOfPage(page: Document): Invitation | null {
  const text = page.getElementById('invitation')?.textContent;
  return text ? (JSON.parse(text) as Invitation) : null;
}
