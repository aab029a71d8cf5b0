import type { Endpoint } from '../core/endpoint.js';
import { toError } from '../core/errors.js';
import type { NoticeFormat, Settings } from '../settings.js';

const TIMEOUT_MS = 10_000;

/** Discord accepts 2,000 characters, of which the site's host takes up to 255; ntfy accepts 4,096 bytes. */
const MAX_TEXT_BYTES = 1_700;

/** Problems that cause notices, in the order of posting. */
export const PROBLEMS = ['backup', 'write', 'node', 'suspects'] as const;

/** A notice to the operator. It must contain no data of visitors. */
interface Notice {
  readonly site: string;
  readonly event: (typeof PROBLEMS)[number] | 'test';
  readonly state: 'problem' | 'over';
  readonly text: string;
  readonly at: string;
}

export interface Posted {
  readonly format: NoticeFormat;
  readonly answer: string;
}

type Receiver = Pick<Settings, 'noticeFormat'> & { readonly noticeReceiver: Endpoint };

/**
 * Posts a notice in the format of the receiver.
 * @throws Error unless the receiver answers in time with a status of 200 to 299; the message does not contain the
 * secret parts of the URL
 */
export async function postNotice(
  { noticeReceiver: receiver, noticeFormat }: Receiver,
  notice: Notice,
): Promise<Posted> {
  const format = noticeFormat ?? formatFor(receiver);
  const { body, headers } = FORMATS[format]({ ...notice, text: shorten(notice.text) });
  const response = await receiver
    .post(body, headers, AbortSignal.timeout(TIMEOUT_MS))
    .catch((error: unknown) => {
      throw new Error(`NOTIFY_URL cannot be reached: ${toError(error).message}`);
    });
  const answer = await receiver.describe(response);
  if (response.ok) return { format, answer };
  throw new Error(`NOTIFY_URL did not accept the notice (format ${format}): ${answer}`);
}

export function formatFor(receiver: Endpoint): NoticeFormat {
  const [host = ''] = receiver.host.split(':', 1);
  if (/^(.+\.)?(discord|discordapp)\.com$/.test(host)) {
    // Discord accepts Slack's format at a URL that ends in /slack.
    return receiver.matches(/\/slack$/) ? 'slack' : 'discord';
  }
  if (/^hooks\.slack(-gov)?\.com$/.test(host)) return 'slack';
  if (/^(.+\.)?ntfy\.sh$/.test(host) || host.startsWith('ntfy.')) return 'ntfy';
  if (receiver.matches(/\/message\?(.*&)?token=/)) return 'gotify';
  return 'json';
}

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const json = (content: object): Message => ({
  body: JSON.stringify(content),
  headers: { 'content-type': 'application/json' },
});

const lineOf = ({ site, text }: Notice): string => `${new URL(site).host}: ${text}`;

/** A notice may quote names from the TLS certificate of a Solana node: `@everyone` must not alert a whole chat. */
const FORMATS: Readonly<Record<NoticeFormat, (notice: Notice) => Message>> = {
  json,
  slack: (notice) =>
    json({
      text: lineOf(notice).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    }),
  discord: (notice) => json({ content: lineOf(notice), allowed_mentions: { parse: [] } }),
  gotify: ({ site, text, state }) =>
    json({ title: new URL(site).host, message: text, priority: PRIORITIES[state].gotify }),
  ntfy: ({ site, text, state }) => ({
    body: text,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: new URL(site).host,
      priority: PRIORITIES[state].ntfy,
    },
  }),
};

/** Gotify makes a sound from priority 4, ntfy from `default`. */
const PRIORITIES = {
  problem: { gotify: 8, ntfy: 'high' },
  over: { gotify: 4, ntfy: 'default' },
} as const;

function shorten(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= MAX_TEXT_BYTES) return text;
  // With `stream`, the decoder omits a character that is cut at the end.
  return `${new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES), { stream: true })}…`;
}
