import { causeOf, type Endpoint } from '../core/endpoint.js';
import { Refused } from '../core/errors.js';
import { examineMint, MINT_REMEDY } from '../rpc/mint.js';
import { loadSettings } from '../settings.js';
import { challengeSchema } from '../sign-in/sign-in.schema.js';
import { siteOf } from './arguments.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { table } from './table.js';

const TIMEOUT_MS = 10_000;

/** Maximum size of a picture in a card on X, in bytes. */
const MAX_CARD_BYTES = 5_000_000;

const PHANTOM_GUIDE =
  'https://docs.phantom.com/developer-powertools/domain-and-transaction-warnings';

/** Headers that the landing page must have, each with a part of its value. */
const HEADERS = [
  ['content-security-policy', "default-src 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
] as const;
const TLS_HEADER = ['strict-transport-security', 'max-age='] as const;

interface Examined {
  readonly check: string;
  readonly wrong: string | null;
}

export const PREFLIGHT = defineCommand({
  name: 'preflight',
  description: 'fetch the public site like Phantom and X do, and list problems',
  example: 'preflight https://pyramidion.example',
  well: 'no problem was found',
  notWell: 'a problem was found, or the origin is not an http or https URL',
  configure: (command) =>
    command.argument(
      '<origin>',
      'origin of the public site, such as https://pyramidion.example',
      parseSite,
    ),
  run: (_services: Services, site: URL) => examineSite(site, loadSettings().solanaNodes),
  describe,
  isWell: (report) => report.every(({ wrong }) => wrong === null),
});

function parseSite(address: string): URL {
  const site = siteOf(address);
  if (site !== null) return site;
  throw new Refused(
    `${address} is not an http or https URL: name the site, such as https://pyramidion.example`,
  );
}

function describe(report: readonly Examined[], site: URL): string {
  const rows = report.map(({ check, wrong }) => [
    wrong === null ? 'ok' : 'WRONG',
    check,
    wrong ?? '',
  ]);
  return `${table(['', 'What', 'Why'], rows)}\n\n${reviewText(site)}`;
}

type Wrong = string | false;

export async function examineSite(
  { protocol, host, port, origin }: URL,
  nodes: readonly Endpoint[],
): Promise<Examined[]> {
  const isTls = protocol === 'https:';
  const page = ask(`${origin}/`);
  const challenge = ask(`${origin}/api/session/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const checks: Readonly<Record<string, () => Promise<Wrong>>> = {
    https: async () => {
      if (!isTls) return 'Phantom works on https only: put a proxy with TLS in front';
      const { status } = await page;
      return status !== 200 && `${origin}/ answers ${status}`;
    },
    // With an explicit port there is no http address to redirect.
    ...(isTls &&
      port === '' && {
        'redirect from http': async () => {
          const { status, headers } = await ask(`http://${host}/`);
          const leads = headers.get('location')?.startsWith(`${origin}/`) === true;
          const isRight = [301, 308].includes(status) && leads;
          return !isRight && `http://${host}/ is not permanently redirected to ${origin}/`;
        },
      }),
    'security headers': async () => {
      const { headers } = await page;
      const wanted = isTls ? [...HEADERS, TLS_HEADER] : HEADERS;
      const lacking = wanted.filter(([name, part]) => headers.get(name)?.includes(part) !== true);
      return lacking.length > 0 && `missing: ${lacking.map(([name]) => name).join(', ')}`;
    },
    'sign-in names this host': async () => {
      const { domain, uri } = challengeSchema.parse(await (await challenge).json()).input;
      const isRight = domain === host && uri === origin;
      return !isRight && `it names ${uri}, which Phantom rejects on ${origin}: set PUBLIC_ORIGIN`;
    },
    cookies: async () => {
      const [cookie = ''] = (await challenge).headers.getSetCookie();
      const wanted = ['HttpOnly', 'SameSite', 'Path=/', ...(isTls ? ['Secure', '__Host-'] : [])];
      const lacking = wanted.filter((part) => !cookie.includes(part));
      return lacking.length > 0 && `the cookie of a sign-in lacks ${lacking.join(', ')}`;
    },
    'card for messengers': () => examineCard(origin),
    'page about wallet requests': async () => {
      const { status } = await ask(`${origin}/what-we-ask`);
      return status !== 200 && `/what-we-ask answers ${status}`;
    },
    'security contact': async () => {
      const { status } = await ask(`${origin}/.well-known/security.txt`);
      if (status === 404) return 'there is no security.txt: set SECURITY_CONTACT';
      return status !== 200 && `/.well-known/security.txt answers ${status}`;
    },
    'mint on its pages': async () => {
      const mint = /"tokenMint":"(\w+)"/.exec(await (await page).text())?.[1];
      if (mint === undefined) return false;
      const { fault } = await examineMint(nodes, mint);
      return fault !== null && `${fault}: ${MINT_REMEDY}`;
    },
  };
  return Promise.all(
    Object.entries(checks).map(async ([check, examine]) => ({
      check,
      wrong: (await examine().catch((error: unknown) => `no answer (${causeOf(error)})`)) || null,
    })),
  );
}

function ask(address: string, init?: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(address, { redirect: 'manual', signal, ...init });
}

async function examineCard(origin: string): Promise<Wrong> {
  const page = await ask(`${origin}/`, { headers: { 'user-agent': 'Twitterbot/1.0' } });
  const picture = /property="og:image" content="([^"]+)"/.exec(await page.text())?.[1];
  if (picture?.startsWith(`${origin}/`) !== true) {
    return `og:image is ${picture ?? 'missing'}: set PUBLIC_ORIGIN`;
  }
  const answer = await ask(picture);
  const bytes = (await answer.arrayBuffer()).byteLength;
  const isPicture = answer.headers.get('content-type') === 'image/png' && bytes <= MAX_CARD_BYTES;
  return !isPicture && `${picture} is not a picture that messengers show`;
}

function reviewText({ origin }: URL): string {
  return `Phantom warns of domains that it does not know. If it still warns after a week, or blocks the site, ask for a review:
${PHANTOM_GUIDE}
and write:

  ${origin} is a parody of a pyramid scheme and says so on every page. Nothing is for sale.
  It asks a wallet for its address and for one signed sentence (Sign In With Solana), and never for a
  transaction, an approval, a seed phrase or money: ${origin}/what-we-ask has each request with its text.
  ${origin}/.well-known/security.txt says whom to write to.`;
}
