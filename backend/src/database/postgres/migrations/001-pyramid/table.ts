/** A table, and what belongs to it. */
export interface Table {
  readonly name: string;
  /** The statement that creates it. */
  readonly create: string;
  /** What `\d+` says of it. */
  readonly comment: string;
  /** What `\d+` says of its columns. */
  readonly columns: Readonly<Record<string, string>>;
  readonly indexes: readonly string[];
  /** Statements that create its functions and triggers. */
  readonly triggers: readonly string[];
}

/** The statements that say what the table and its columns are. */
export function commentsOn({ name, comment, columns }: Table): string[] {
  return [
    `COMMENT ON TABLE "${name}" IS '${comment}'`,
    ...Object.entries(columns).map(
      ([column, text]) => `COMMENT ON COLUMN "${name}"."${column}" IS '${text}'`,
    ),
  ];
}
