/** Resolves in a new task, so that the browser can handle events before. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
