import sans from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2';
import serif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2';

const FONTS = [
  { family: 'Geist', weight: '400 600', address: sans },
  { family: 'Instrument Serif', weight: '400', address: serif },
] as const;

/**
 * The site's fonts as a style sheet that holds them itself, for a picture that may fetch nothing.
 * @throws Error when they do not arrive
 */
export async function posterFonts(): Promise<string> {
  const rules = await Promise.all(
    FONTS.map(async ({ family, weight, address }) => {
      const source = await dataAddressOf(address);
      return `@font-face{font-family:'${family}';font-weight:${weight};src:url(${source}) format('woff2')}`;
    }),
  );
  return rules.join('');
}

async function dataAddressOf(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`A font did not arrive: ${answer.status}`);
  const font = new Uint8Array(await answer.arrayBuffer());
  const bytes = Array.from(font, (byte) => String.fromCharCode(byte)).join('');
  return `data:font/woff2;base64,${btoa(bytes)}`;
}
