import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app';
import { settingsOfPage } from './config/settings-of-page';
import { rememberReferrer } from './features/referral/referrer-memory';
import './styles/main.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

rememberReferrer(window.location.search);

startTransition(() => {
  hydrateRoot(
    root,
    <BrowserRouter>
      <App settings={settingsOfPage(document)} />
    </BrowserRouter>,
  );
});
