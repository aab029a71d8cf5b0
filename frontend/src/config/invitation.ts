import { createContext } from 'react';
import type { Invitation } from '@backend/site/page';

/** What the page was served with. */
export const InvitationContext = createContext<Invitation | null>(null);

/** Returns who invites the visitor of a page, as the server said it in an element of its own. */
export function invitationOfPage(page: Document): Invitation | null {
  const text = page.getElementById('invitation')?.textContent;
  return text ? (JSON.parse(text) as Invitation) : null;
}
