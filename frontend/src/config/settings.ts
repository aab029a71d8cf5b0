import { createContext, useContext } from 'react';
import { UNSET_SETTINGS, type PublicSettings } from '@backend/shared/public-settings';
import type { Invitation } from '@backend/site/page';

export const SettingsContext = createContext<PublicSettings>(UNSET_SETTINGS);

export function useSettings(): PublicSettings {
  return useContext(SettingsContext);
}

/** Returns the current and former origins of this site, the current one first. */
export function useOrigins(): readonly string[] {
  const { publicOrigin, formerOrigins } = useSettings();
  return [publicOrigin, ...formerOrigins];
}

/**
 * Returns the settings in a page, or the default values if there are none. Trusts them, because our server wrote them.
 */
export function settingsOfPage(page: Document): PublicSettings {
  const text = page.getElementById('settings')?.textContent;
  const settings: unknown = text ? JSON.parse(text) : null;
  const isThere = settings instanceof Object && 'publicOrigin' in settings;
  return isThere ? (settings as PublicSettings) : UNSET_SETTINGS;
}

export const InvitationContext = createContext<Invitation | null>(null);

export function invitationOfPage(page: Document): Invitation | null {
  const text = page.getElementById('invitation')?.textContent;
  return text ? (JSON.parse(text) as Invitation) : null;
}
