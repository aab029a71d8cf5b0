/**
 * Loads the code of the app at once, but evaluates it in several short tasks, so that the page keeps responding.
 *
 * @throws what a failed import throws
 */
export async function loadApp(): Promise<typeof import('./hydrate')> {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ '@solana/wallet-adapter-react');
  await nextTask();
  return import(/* webpackMode: "eager" */ './hydrate');
}

/** Resolves in a new task, so that the browser can handle events before. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
