import { abortAfter, REQUEST_TIMEOUT_MS } from './abort-after';
import { objectOf, parseJson, text, type Check } from './check';

/**
 * An answer with a status of 300 or more. Its message is `status: statusText` from status 500 on, else `status: body`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** @param reason a sentence of the server for the visitor; null if there is none */
  constructor(
    readonly status: number,
    message: string,
    readonly reason: string | null = null,
  ) {
    super(message);
  }
}

const problem = objectOf<{ detail: string }>({ detail: text });

const MAX_REASON_LENGTH = 300;

/** Returns the `detail` of a problem document (RFC 9457), or null. */
function reasonIn(body: string): string | null {
  const { detail = '' } = problem(parseJson(body)) ?? {};
  return detail !== '' && detail.length <= MAX_REASON_LENGTH ? detail : null;
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
  /** Replaces the default timeout. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to the server, with cookies.
 *
 * @throws ApiError for an answer that is not a success, DOMException for a timeout or an aborted `signal`, TypeError if
 * the connection fails
 */
export async function request(
  address: string,
  { method = 'GET', body, signal = abortAfter(REQUEST_TIMEOUT_MS) }: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(address, {
    method,
    credentials: 'include',
    signal,
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (response.ok) return response;
  const { status, statusText } = response;
  if (status >= 500) throw new ApiError(status, `${status}: ${statusText}`);
  const answer = await response.text();
  throw new ApiError(status, `${status}: ${answer}`, reasonIn(answer));
}

/**
 * Returns the JSON body of an answer, after a check, because a proxy or another release of the server may have sent it.
 *
 * @throws the errors of `request`, SyntaxError if the body is not JSON, Error if it fails the check
 */
export async function requestJson<T>(
  address: string,
  check: Check<T>,
  options?: RequestOptions,
): Promise<T> {
  const answer = check(await (await request(address, options)).json());
  if (answer !== undefined) return answer;
  throw new Error(`The answer of ${address} is not what the page expects`);
}

/** Returns a fetcher for SWR queries whose key is their URL. */
export function fetcherOf<T>(check: Check<T>): (address: string) => Promise<T> {
  return (address) => requestJson(address, check);
}
