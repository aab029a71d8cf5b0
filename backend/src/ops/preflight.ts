import type { Command } from 'commander';
import { z } from 'zod';
import { challengeSchema } from '../sign-in/sign-in.schema.js';
import { concluding, newCommand, Refused } from './command.js';
import { table } from './table.js';

const TIMEOUT_MS = 10_000;

/** What messengers and X show at most, in bytes. */
const MAX_CARD_BYTES = 5_000_000;

const PHANTOM_GUIDE =
  'https://docs.phantom.com/developer-powertools/domain-and-transaction-warnings';

/** What `preflight` prints with `--json`. */
export const preflightReportSchema = z.array(
  z.strictObject({
    check: z.string(),
    /** Null where nothing is. */
    wrong: z.string().nullable(),
  }),
);

export type PreflightReport = z.infer<typeof preflightReportSchema>;

/** Asks the site for something, as `fetch` does. */
export type Ask = (address: string, init?: RequestInit) => Promise<Response>;

const askOverNetwork: Ask = (address, init) =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

/** `preflight`: fetches the public site as a browser, Phantom and X would, and says what they would object to. */
export function preflightCommand(): Command {
  return newCommand(
    'preflight',
    'fetch the public site as Phantom and X would, and say what is wrong',
    'nothing is wrong',
    'something is, or the address is none',
  )
    .argument('<origin>', 'of the public site, such as https://pyramidion.example')
    .action(
      concluding(async (address: string) => {
        if (!URL.canParse(address)) throw new Refused(`${address} is no address of a site`);
        const site = new URL(address);
        const report = await examineSite(site);
        const rows = report.map(({ check, wrong }) => [
          wrong === null ? 'ok' : 'WRONG',
          check,
          wrong ?? '',
        ]);
        const text = `${table(['', 'What', 'Why'], rows)}\n\n${reviewText(site)}`;
        return { ok: report.every(({ wrong }) => wrong === null), report, text };
      }),
    );
}

/** Looks at a site from outside. */
export async function examineSite(site: URL, ask = askOverNetwork): Promise<PreflightReport> {
  const checks: Readonly<Record<string, (site: URL, ask: Ask) => Promise<string | null>>> = {
    https: examineTls,
    'redirect from http': examineRedirect,
    'security headers': examineHeaders,
    'sign-in names this host': examineSignIn,
    cookies: examineCookies,
    'card for messengers': examineCard,
    'what we ask of a wallet': examineTerms,
    'whom to tell of a weakness': examineContact,
  };
  return Promise.all(
    Object.entries(checks).map(async ([check, examine]) => ({
      check,
      wrong: await examine(site, ask).catch((error: unknown) => `no answer (${reasonOf(error)})`),
    })),
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function examineTls({ protocol, origin }: URL, ask: Ask): Promise<string | null> {
  if (protocol !== 'https:') return 'Phantom appears on https only: put a proxy with TLS in front';
  const { status } = await ask(`${origin}/`);
  return status === 200 ? null : `${origin}/ answers ${status}`;
}

async function examineRedirect({ protocol, host, origin }: URL, ask: Ask): Promise<string | null> {
  if (protocol !== 'https:') return null;
  const { status, headers } = await ask(`http://${host}/`);
  const leads = headers.get('location')?.startsWith(`${origin}/`) === true;
  return [301, 308].includes(status) && leads
    ? null
    : `http://${host}/ does not lead to ${origin}/ for good`;
}

async function examineHeaders({ protocol, origin }: URL, ask: Ask): Promise<string | null> {
  const { headers } = await ask(`${origin}/`);
  const wanted: Readonly<Record<string, string>> = {
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    ...(protocol === 'https:' && { 'strict-transport-security': 'max-age=' }),
  };
  const lacking = Object.entries(wanted).filter(
    ([name, part]) => headers.get(name)?.includes(part) !== true,
  );
  return lacking.length === 0 ? null : `missing: ${lacking.map(([name]) => name).join(', ')}`;
}

function askForChallenge({ origin }: URL, ask: Ask): Promise<Response> {
  return ask(`${origin}/api/session/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
}

async function examineSignIn(site: URL, ask: Ask): Promise<string | null> {
  const { domain, uri } = challengeSchema.parse(
    await (await askForChallenge(site, ask)).json(),
  ).input;
  return domain === site.host && uri === site.origin
    ? null
    : `it names ${uri}, and Phantom refuses that on ${site.origin}: set PUBLIC_ORIGIN`;
}

async function examineCookies(site: URL, ask: Ask): Promise<string | null> {
  const [cookie = ''] = (await askForChallenge(site, ask)).headers.getSetCookie();
  const wanted = [
    'HttpOnly',
    'SameSite',
    'Path=/',
    ...(site.protocol === 'https:' ? ['Secure', '__Host-'] : []),
  ];
  const lacking = wanted.filter((part) => !cookie.includes(part));
  return lacking.length === 0 ? null : `the cookie of a sign-in is without ${lacking.join(', ')}`;
}

async function examineCard({ origin }: URL, ask: Ask): Promise<string | null> {
  const page = await (
    await ask(`${origin}/`, { headers: { 'user-agent': 'Twitterbot/1.0' } })
  ).text();
  const picture = /property="og:image" content="([^"]+)"/.exec(page)?.[1];
  if (picture?.startsWith(`${origin}/`) !== true)
    return `og:image is ${picture ?? 'missing'}: set PUBLIC_ORIGIN`;
  const answer = await ask(picture);
  const bytes = (await answer.arrayBuffer()).byteLength;
  const isPicture = answer.headers.get('content-type') === 'image/png' && bytes <= MAX_CARD_BYTES;
  return isPicture ? null : `${picture} is no picture that messengers show`;
}

async function examineTerms({ origin }: URL, ask: Ask): Promise<string | null> {
  const { status } = await ask(`${origin}/what-we-ask`);
  return status === 200 ? null : `/what-we-ask answers ${status}`;
}

async function examineContact({ origin }: URL, ask: Ask): Promise<string | null> {
  const { status } = await ask(`${origin}/.well-known/security.txt`);
  return status === 200 ? null : 'there is no security.txt: set SECURITY_CONTACT';
}

/** What Phantom is to be told of a new site, a 'pyramid scheme' above all. */
function reviewText({ origin }: URL): string {
  return `Phantom warns of domains that it does not know. After a week of that, or when it blocks the site, ask for a review:
${PHANTOM_GUIDE}
and write:

  ${origin} is a parody of a pyramid scheme and says so on every page. Nothing is for sale.
  It asks a wallet for its address and for one signed sentence (Sign In With Solana), and never for a
  transaction, an approval, a seed phrase or money: ${origin}/what-we-ask has each request with its text.
  ${origin}/.well-known/security.txt says whom to write to.`;
}
