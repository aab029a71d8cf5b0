import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { queryDefaults } from './query';

/** Stands around whatever asks the server for data. All of them share what was answered. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <SWRConfig value={queryDefaults}>{children}</SWRConfig>;
}
