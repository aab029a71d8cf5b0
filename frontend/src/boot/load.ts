/**
 * Evaluates the code of the app in three tasks, so that the page keeps responding. The imports fetch nothing, because
 * their code arrives with this module.
 *
 * @throws the error of a module that fails to evaluate
 */
export async function loadApp(): Promise<typeof import('./hydrate')> {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ '@solana/wallet-adapter-react');
  await nextTask();
  return import(/* webpackMode: "eager" */ './hydrate');
}

/** Resolves in a new task, so that the browser can handle events first. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
