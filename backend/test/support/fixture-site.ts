import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PICTURE_FONTS, buildSite, type Site } from '../../src/site/build-site.js';
import type { PublicSettings } from '../../src/shared/public-settings.js';
import type { Renderer } from '../../src/site/page.js';

/** A value of the URL parameter `collapse` that the fake renderer treats as invalid. */
export const IMPOSSIBLE = 'nobody could have';

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <!--head-->
    <!--social-->
    <style>body { color: gold; }</style>
    <!--data-->
    <script defer src="/assets/main.0123abcd.js"></script>
  </head>
  <body><div id="root"><!--body--></div></body>
</html>
`;

export const ASSET = 'console.log("pyramid");\n'.repeat(100);

const renderer: Renderer = {
  paths: [
    '/',
    '/r/:wallet',
    '/dashboard',
    '/about',
    '/how-to-participate',
    '/proof',
    '/what-we-ask',
    '/report',
    '/pyramid/:wallet',
  ],
  renderPage: (path, _settings, invitation) =>
    Promise.resolve({
      title: `Page ${path}`,
      description: 'A "parody" & nothing else',
      head: `<title>Page ${path}</title>`,
      body:
        `<main>${invitation === null ? path : JSON.stringify(invitation)}</main>` +
        (path.startsWith('/pyramid/') ? `<noscript><img src="${path}.png"/></noscript>` : ''),
    }),
  renderCard: (facts) => {
    const { provenRecruits = 0, rank = 0 } = facts !== null && 'wallet' in facts ? facts : {};
    const paid = facts !== null && 'report' in facts ? facts.report.payout.paid + 1 : null;
    const isCollapse = facts !== null && 'collapse' in facts && facts.collapse !== IMPOSSIBLE;
    const colour = paid !== null ? 'white' : isCollapse ? 'tomato' : 'gold';
    return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect x="${paid ?? provenRecruits}" y="${rank ?? 0}" width="9" height="9" fill="${colour}" /></svg>`;
  },
  renderPyramid: ({ nodes }, fonts) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="1016"><style>${fonts}</style><rect width="${nodes.length}" height="9" fill="gold" /></svg>`,
  collapseLinkTexts: (collapse) =>
    collapse === IMPOSSIBLE ? null : { title: `Fell: ${collapse}`, description: 'All of it' },
  referralLinkTexts: (wallet) => ({
    title: `Recruited by ${wallet}`,
    description: 'A "parody" & nothing less',
  }),
};

/** Writes a small front end to `folder`, laid out like the real build, and builds its pages. */
export async function buildFixtureSite(folder: string, settings: PublicSettings): Promise<Site> {
  const client = join(folder, 'client');
  const assets = join(client, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(client, 'template.html'), TEMPLATE);
  const fonts = join(folder, 'server/fonts');
  await mkdir(fonts, { recursive: true });
  for (const [, file] of PICTURE_FONTS) await writeFile(join(fonts, file), 'a font');
  await writeFile(join(client, 'manifest.webmanifest'), '{}');
  await writeFile(join(assets, 'main.0123abcd.js'), ASSET);
  await writeFile(join(assets, 'main.0123abcd.js.gz'), gzipSync(ASSET));
  return buildSite(folder, renderer, settings);
}
