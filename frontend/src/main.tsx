import '@/styles/main.css';
import { breathe } from './lib/breathe';
import { stylesArrived } from './lib/styles-arrived';

/** The parts of the app, all in this file. Each is set up in a task of its own, so that none of them is long. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager", webpackExports: ["BrowserRouter"] */ 'react-router-dom'),
  () => import(/* webpackMode: "eager" */ './routes/routes'),
  () => import(/* webpackMode: "eager" */ './app'),
];

async function main(): Promise<void> {
  for (const part of PARTS) {
    await part();
    await breathe();
  }
  const { hydratePage } = await import(/* webpackMode: "eager" */ './hydrate-page');
  await stylesArrived();
  await hydratePage();
}

main().catch((error: unknown) => console.error('The page stays as it was sent', error));
