import { StartError } from '../core/errors.js';

/** A database that cannot be used as things are. */
export class UnusableDatabase extends StartError {
  /**
   * @param place where the database is: never with a password
   * @param flaw why it cannot be used, and what to do, as the rest of a sentence: `which …`
   * @param setting what named the database
   */
  constructor(
    private readonly place: string,
    private readonly flaw: string,
    setting = 'DATABASE_URL',
  ) {
    super(`${setting} names ${place}, ${flaw}`);
  }

  /** The same of a database that something else than DATABASE_URL named. */
  namedBy(setting: string): UnusableDatabase {
    return new UnusableDatabase(this.place, this.flaw, setting);
  }
}
