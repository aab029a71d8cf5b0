/** A table as this migration leaves it. */
export interface Table {
  readonly name: string;
  readonly create: string;
  /** The columns whose values are kept; null for a table that was not there before. */
  readonly kept: string | null;
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
}
