import { HttpException, HttpStatus } from '@nestjs/common';

/** The command cannot be carried out; it exits with 1. */
export class Refused extends Error {}

/** Something is missing or unusable, such as a setting. A command exits with 2, and a starting server with 1. */
export class StartError extends Error {}

export class RateLimited extends HttpException {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message, HttpStatus.TOO_MANY_REQUESTS);
  }
}

export class Unavailable extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Returns the error message if the work fails; null if it succeeds. */
export const faultOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => toError(error).message,
  );

export function errorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}

export function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

export function nullIfUnavailable(error: unknown): null {
  if (error instanceof Unavailable) return null;
  throw error;
}

export const firstLine = (error: unknown): string => String(error).split('\n', 1).join();
