/**
 * Records uncaught errors, logged errors and policy violations of a page in `window.problems`. The source text of this
 * function is injected before the scripts of the page.
 */
export function collectProblems(): void {
  const problems: string[] = [];
  Object.assign(window, { problems });
  const log = console.error;
  console.error = (...details: unknown[]) => {
    problems.push(`console: ${details.map(String).join(' ')}`);
    log(...details);
  };
  addEventListener('error', ({ message }) => problems.push(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => {
    problems.push(`rejection: ${String(reason)}`);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    problems.push(`policy: ${effectiveDirective} refuses ${blockedURI}`);
  });
}
