import { abortAfter } from './abort-after';
import type { Check } from './check';

/** How long an answer is waited for, in ms. */
const TIMEOUT_MS = 10_000;

/**
 * An answer that is no success. The message is `status: statusText` from status 500 up, and `status: body text` for any
 * other (specification, section 8).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
  /** Ends the request in place of the 10 s that it otherwise has. */
  readonly signal?: AbortSignal;
}

/**
 * Asks the server, with cookies.
 *
 * @throws ApiError when it answers with anything but success, DOMException when it does not answer in time, TypeError
 * when it cannot be reached
 */
export async function request(
  address: string,
  { method = 'GET', body, signal = abortAfter(TIMEOUT_MS) }: RequestOptions = {},
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
  throw new ApiError(status, `${status}: ${status >= 500 ? statusText : await response.text()}`);
}

/**
 * The same, and the parsed JSON body. What answers may be a proxy, or a server of another release.
 *
 * @throws what `request` throws, SyntaxError when the body is no JSON, Error when it does not pass the check
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
