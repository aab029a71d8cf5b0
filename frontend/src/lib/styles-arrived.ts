/**
 * Resolves when the style sheet of the whole app is there. The page itself came with the styles of
 * what it shows.
 *
 * @throws Error when it cannot be had
 */
export async function stylesArrived(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link) throw new Error('The styles cannot be had');
  if (link.sheet) return;
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
}
