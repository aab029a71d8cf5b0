/**
 * Resolves when the style sheet of the whole app is there, however often it has to be asked for. The
 * page itself came with the styles of what it shows.
 */
export async function stylesArrived(): Promise<void> {
  while (!document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.sheet) {
    await new Promise((resolve) => {
      document.addEventListener('load', resolve, { capture: true, once: true });
    });
  }
}
