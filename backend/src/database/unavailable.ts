/** The request could not be served now, and nothing was changed; the message says what to do. */
export class Unavailable extends Error {
  /** @param retryAfterSeconds when it makes sense to try again */
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
