import { createContext } from 'react';
import type { PublicSettings } from '@backend/site/page';

/** The settings of a page that was served without any: what a visitor sees before the launch. */
export const UNSET_SETTINGS: PublicSettings = {
  publicOrigin: '',
  tokenMint: null,
  tokenChartUrl: 'https://pump.fun',
};

export const SettingsContext = createContext<PublicSettings>(UNSET_SETTINGS);
