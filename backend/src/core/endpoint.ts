import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { errorCode } from './errors.js';
import { isRefusedPort } from './ports.js';

/** Time after which the next IP address of a host name is tried. Node 20's 250 ms are too short if a packet is lost. */
const ATTEMPT_MS = 2_500;

const MAX_CAUSE_LENGTH = 200;

const HOST = String.raw`([\w.-]+|\[[\d.:a-f]+\])(:\d+)?`;
const WEB_URL = new RegExp(`^https?://([^/@]*@)?${HOST}/`);

export function allowSlowConnections(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);
}

/**
 * Returns why a URL cannot be used, or null. The returned text never contains the URL, which may hold a secret.
 * @param kind what the URL must be, such as `an http or https address`
 */
export function flawOfAddress(text: string, kind: string): string | null {
  if (!URL.canParse(text) || !WEB_URL.test(new URL(text).href)) return `must be ${kind}`;
  const url = new URL(text);
  const { port } = url;
  if (port !== '' && isRefusedPort(Number(port))) {
    return 'has a port that browsers and Node do not connect to: use another one';
  }
  if (text.includes('#')) return 'contains a #, after which nothing is sent: write it as %23';
  return isPercentEncoded(url.username, url.password)
    ? null
    : 'has a user or password that is not percent-encoded: write % as %25';
}

/** True if every part is valid percent-encoding of UTF-8, which `new URL` does not check. */
export function isPercentEncoded(...parts: readonly string[]): boolean {
  return parts.every((part) => decoded(part) !== null);
}

export function hasCredentials(address: string): boolean {
  const { username, password } = new URL(address);
  return `${username}${password}` !== '';
}

/** A failed call. The message contains no secret part of the URL. */
export class CallFault extends Error {}

export function callFaultOf(error: unknown): CallFault {
  return error instanceof CallFault
    ? error
    : new CallFault(causeOf(error).slice(0, MAX_CAUSE_LENGTH));
}

/** A URL that this process sends requests to. Only its host is public: the rest may hold keys. */
export class Endpoint {
  readonly host: string;
  readonly #url: URL;
  readonly #authorization: string | null;

  /** @param address a URL that {@link flawOfAddress} accepts; its user and password become an `Authorization` header */
  constructor(address: string) {
    const url = new URL(address);
    const credentials = [url.username, url.password].map((text) => decoded(text) ?? '');
    const basic = hasCredentials(address)
      ? Buffer.from(credentials.join(':')).toString('base64')
      : null;
    this.#authorization = basic === null ? null : `Basic ${basic}`;
    url.username = '';
    url.password = '';
    this.#url = url;
    this.host = url.host;
  }

  matches(pattern: RegExp): boolean {
    return pattern.test(this.#url.pathname + this.#url.search);
  }

  /** @throws CallFault if there is no answer */
  async post(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const authorization = this.#authorization;
    return fetch(this.#url, {
      method: 'POST',
      headers: { ...headers, ...(authorization !== null && { authorization }) },
      body,
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => {
      throw callFaultOf(error);
    });
  }

  /**
   * Returns the status of an answer, and the target of a redirect if it is known: `another path`, or another origin.
   * The rest of the answer is dropped, since it could repeat our key.
   */
  async describe({ status, headers, body }: Response): Promise<string> {
    await body?.cancel();
    const location = headers.get('location');
    const isRedirect = status >= 300 && status < 400 && location !== null;
    if (!isRedirect || !URL.canParse(location, this.#url.href)) return `status ${status}`;
    const { origin } = new URL(location, this.#url);
    const place = origin === this.#url.origin ? 'another path' : origin;
    return `status ${status}, a redirect to ${place}`;
  }
}

export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Describes the cause of an error, such as `connect ECONNREFUSED 127.0.0.1:8899`. */
export function causeOf(error: unknown): string {
  if (!isError(error)) return 'unknown fault';
  const { name, message, cause, errors } = error;
  if (name === 'TimeoutError') return 'no answer in time';
  if (Array.isArray(errors)) return [...new Set(errors.map(causeOf))].join(', ');
  if (isError(cause)) return causeOf(cause);
  const code = errorCode(error);
  if (code === null || message.includes(code)) return message;
  return message === '' ? code : `${code}: ${message}`;
}

interface AnyError {
  readonly name?: unknown;
  readonly message: string;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Unlike `instanceof Error`, true also for an error of another realm. */
const isError = (value: unknown): value is AnyError =>
  typeof value === 'object' &&
  value !== null &&
  'message' in value &&
  typeof value.message === 'string';
