/**
 * The process cannot start as things are. The message is one line for the operator: what is wrong, by the name of the
 * setting, and what to do.
 */
export class StartError extends Error {}

/** The kinds of domain errors; `http/problem.ts` maps each to a status. */
export type DomainErrorKind =
  'invalid' | 'unauthenticated' | 'forbidden' | 'conflict' | 'rule violation' | 'rate limit';

/** A rule of the product rejects the request, and nothing was changed. The message says why, and what to do. */
export class DomainError extends Error {
  constructor(
    readonly kind: DomainErrorKind,
    message: string,
  ) {
    super(message);
  }
}

/** The client has reached a limit; the message says which one, and what to do. */
export class RateLimited extends DomainError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super('rate limit', message);
  }
}

/** The request could not be served now, and nothing was changed; the message says what to do. */
export class Unavailable extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The code that Node or a driver gives an error, such as `ENOENT` or `SQLITE_BUSY`; null when there is none. */
export function errorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}

/** For `catch`: null where there is no such file. @throws every other error */
export function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

/** What an error comes from in the end, in its own words; null when it comes from nothing else. */
export function firstCause({ cause }: Error): string | null {
  if (!(cause instanceof Error)) return null;
  return firstCause(cause) ?? cause.message;
}

/** What an error says, without the lines that follow the first. */
export const firstLine = (error: unknown): string => String(error).split('\n', 1).join();
