import type { FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.js';
import { addressOf, clientOf } from './client.js';

/** Headers in which CDNs send the visitor's address: Cloudflare, Akamai and Fastly. */
const CDN_HEADERS = ['cf-connecting-ip', 'true-client-ip', 'fastly-client-ip'];

/** Number of visitors in a sample. */
const SAMPLE = 20;

/** Number of visitors in a sample that must share an address for a warning. */
const NEARLY_ALL = 18;

/**
 * Time in which the sample must be complete; otherwise it starts again, so that the few browsers of a tester do not fill
 * one.
 */
const WINDOW_MS = 86_400_000;

/** Maximum number of characters of a header that are compared, so that a sample takes little memory. */
const MAX_CHARACTERS = 200;

interface Visitor {
  readonly network: string;
  /** The header of a CDN that names an address in another network; null if there is none. */
  readonly contradiction: string | null;
}

/**
 * Detects that nearly all visitors share an address, because a proxy sends the address of a CDN in front of it instead
 * of the visitors' addresses.
 */
export class SharedAddress {
  private readonly visitors = new Map<string, Visitor>();
  private startedAt = 0;

  constructor(private readonly clock: Clock) {}

  /** Adds a request's visitor to the sample. Returns a warning if the sample is complete and they share an address. */
  observe(request: FastifyRequest): string | null {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.startedAt) > WINDOW_MS) this.restart(now);
    const { key, visitor } = visitorOf(request);
    if (!this.visitors.has(key)) this.visitors.set(key, visitor);
    if (this.visitors.size < SAMPLE) return null;
    const warning = warningOf([...this.visitors.values()]);
    this.restart(now);
    return warning;
  }

  private restart(now: number): void {
    this.visitors.clear();
    this.startedAt = now;
  }
}

/** Identifies a visitor by the address in a CDN's header, or else by the browser. */
function visitorOf(request: FastifyRequest): { key: string; visitor: Visitor } {
  const network = networkOf(request);
  for (const name of CDN_HEADERS) {
    const ip = request.headers[name];
    if (typeof ip !== 'string' || addressOf(ip) === null) continue;
    const { socket } = request;
    const contradiction = networkOf({ ip, socket }) === network ? null : name;
    return { key: ip, visitor: { network, contradiction } };
  }
  const { 'user-agent': agent = '', 'accept-language': language = '' } = request.headers;
  const key = [agent, language].map((text) => text.slice(0, MAX_CHARACTERS)).join('\n');
  return { key, visitor: { network, contradiction: null } };
}

/** Returns the /24 or /48 of a client, since a CDN's servers have neighbouring addresses. */
function networkOf(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { network, prefix } = clientOf(request);
  return prefix ?? network.slice(0, network.lastIndexOf('.'));
}

function warningOf(visitors: readonly Visitor[]): string | null {
  const [contradiction, contradicting] = mostCommon(
    visitors.flatMap(({ contradiction: name }) => name ?? []),
  );
  if (contradicting >= NEARLY_ALL) {
    return `${contradicting} of ${SAMPLE} visitors had another address in ${contradiction} than in x-forwarded-for, so all visitors of a CDN share the limits of its addresses. ${REMEDY}`;
  }
  const [, sharing] = mostCommon(visitors.map(({ network }) => network));
  if (sharing < NEARLY_ALL) return null;
  return `${sharing} of ${SAMPLE} visitors had addresses in the same network, so they may share the limits of one address. If there is a CDN or another proxy in front: ${REMEDY} If the visitors really share an address, raise CALLS_FACTOR.`;
}

const REMEDY =
  "Make the proxy send the visitor's address, and set TRUST_PROXY, as docs/operating.md describes under 'A CDN in front'.";

/** Returns the most common of the texts and how often it occurs; 0 times if there are none. */
function mostCommon(texts: readonly string[]): [text: string, times: number] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
}
