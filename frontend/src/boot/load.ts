/** Evaluates the code of the app in three tasks, so that the page keeps responding. */
export async function loadApp(): Promise<typeof import('./hydrate')> {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ '@solana/wallet-adapter-react');
  await nextTask();
  return import(/* webpackMode: "eager" */ './hydrate');
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
