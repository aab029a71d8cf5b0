import { Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { PublicSettings } from '@backend/site/page';
import { ErrorBoundary } from '@/components/error-boundary';
import { Layout } from '@/components/layout';
import { paths } from '@/config/paths';
import { SettingsContext } from '@/config/settings';
import { Toasts } from '@/features/toast/toasts';
import { WalletProvider } from '@/features/wallet/wallet-provider';
import { queryDefaults } from '@/lib/query';
import { RouteChange } from '@/lib/route-change';
import { AboutRoute } from '@/routes/about';
import { DashboardRoute } from '@/routes/dashboard';
import { HowToParticipateRoute } from '@/routes/how-to-participate';
import { LandingRoute } from '@/routes/landing';
import { NotFoundRoute } from '@/routes/not-found';
import { ProofRoute } from '@/routes/proof';

/** The whole product inside whichever router stands around it: the browser's, or the server's. */
export function App({ settings }: { readonly settings: PublicSettings }) {
  return (
    <SettingsContext value={settings}>
      <SWRConfig value={queryDefaults}>
        <ErrorBoundary>
          <WalletProvider>
            <RouteChange />
            <Routes>
              <Route element={<Layout />}>
                <Route path={paths.landing} element={<LandingRoute />} />
                <Route path={paths.dashboard} element={<DashboardRoute />} />
                <Route path={paths.about} element={<AboutRoute />} />
                <Route path={paths.howToParticipate} element={<HowToParticipateRoute />} />
                <Route path={paths.proof} element={<ProofRoute />} />
                <Route path="*" element={<NotFoundRoute />} />
              </Route>
            </Routes>
          </WalletProvider>
        </ErrorBoundary>
        <Toasts />
      </SWRConfig>
    </SettingsContext>
  );
}
