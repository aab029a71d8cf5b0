import { Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { PublicSettings } from '@backend/shared/public-settings';
import type { Invitation } from '@backend/site/page';
import { ErrorBoundary } from '@/components/error-boundary';
import { InvitationContext, SettingsContext } from '@/config/settings';
import { swrConfig } from '@/config/swr';
import { ToastProvider } from '@/features/toast/use-toast';
import { WalletProviders } from '@/features/wallet/wallet-providers';
import { ErrorPage } from '@/routes/error-page';
import { PreloadDashboard } from '@/routes/dashboard';
import { CurrentScreen, Layout, RouteChange } from '@/routes/layout';
import { ROUTES } from '@/routes/routes';

interface AppProps {
  readonly settings: PublicSettings;
  readonly invitation: Invitation | null;
}

/** The whole app, except for the router: the browser and the server use different ones. */
export function App({ settings, invitation }: AppProps) {
  return (
    <SettingsContext value={settings}>
      <InvitationContext value={invitation}>
        <SWRConfig value={swrConfig}>
          <ToastProvider>
            <ErrorBoundary fallback={() => <ErrorPage />}>
              <WalletProviders>
                {/* A boundary of its own, because unmounting WalletProviders ends the session. */}
                <ErrorBoundary fallback={() => <ErrorPage />}>
                  <RouteChange />
                  <PreloadDashboard />
                  <Routes>
                    <Route element={<Layout />}>
                      {ROUTES.map(({ path }) => (
                        <Route key={path} path={path} element={<CurrentScreen />} />
                      ))}
                    </Route>
                  </Routes>
                </ErrorBoundary>
              </WalletProviders>
            </ErrorBoundary>
          </ToastProvider>
        </SWRConfig>
      </InvitationContext>
    </SettingsContext>
  );
}
