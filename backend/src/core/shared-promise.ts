/** Shares one promise between callers until `lifetimeMs` after it has settled. */
export class SharedPromise<T> {
  private promise: Promise<T> | undefined;
  /** By `performance.now()`; infinite while the promise is pending. */
  private endsAt = 0;

  constructor(
    private readonly make: () => Promise<T>,
    private readonly lifetimeMs: number,
  ) {}

  get(): Promise<T> {
    if (this.promise === undefined || performance.now() >= this.endsAt) {
      this.endsAt = Infinity;
      this.promise = this.make();
      const hold = (): void => {
        this.endsAt = performance.now() + this.lifetimeMs;
      };
      this.promise.then(hold, hold);
    }
    return this.promise;
  }

  /** Like {@link get}, but makes another promise unless one is pending. */
  renew(): Promise<T> {
    if (this.endsAt !== Infinity) this.endsAt = 0;
    return this.get();
  }
}
