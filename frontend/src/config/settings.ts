import { createContext, useContext } from 'react';
import type { PublicSettings } from '@backend/site/page';

/** Settings of a page that was served without settings: those before the launch. */
export const UNSET_SETTINGS: PublicSettings = {
  publicOrigin: '',
  tokenMint: null,
  tokenChartUrl: 'https://pump.fun',
};

export const SettingsContext = createContext<PublicSettings>(UNSET_SETTINGS);

/** The run-time settings that the server put into this page. */
export function useSettings(): PublicSettings {
  return useContext(SettingsContext);
}

/** The settings that came with the page, in an element of their own: the server has made them, so they are not checked. */
export function settingsOfPage(page: Document): PublicSettings {
  const text = page.getElementById('settings')?.textContent;
  const settings: unknown = text ? JSON.parse(text) : null;
  const isThere = settings instanceof Object && 'publicOrigin' in settings;
  return isThere ? (settings as PublicSettings) : UNSET_SETTINGS;
}
