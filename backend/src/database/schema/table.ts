/** The kinds of database there are. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** What each of them says in words of its own. */
export type PerKind<T> = Readonly<Record<DatabaseKind, T>>;

/** A trigger that stops what is about to happen to a row, with a sentence. */
export interface Refusal {
  readonly name: string;
  readonly events: readonly string[];
  /** SQL of what must not be; in words of its own where a kind needs them, and left out where it needs no such trigger. */
  readonly when: string | Partial<PerKind<string>>;
  readonly sentence: string;
}

/** A trigger that does something after an event, always or when a condition on the row holds. */
export interface Effect {
  readonly name: string;
  readonly event: string;
  /** The table that the row is of, where it is another one. */
  readonly on?: string;
  readonly when?: string;
  /** Statements, each ended by a semicolon. */
  readonly statements: string | PerKind<string>;
}

/** A table, and what belongs to it. */
export interface Table {
  readonly name: string;
  readonly comment: string;
  /** What CREATE TABLE says in parentheses. A column begins its line, and what is said of it behind `--` ends that. */
  readonly definition: PerKind<string>;
  readonly indexes?: readonly string[];
  readonly indexesOnPostgres?: readonly string[];
  /** Of what must not be, the first says its sentence. */
  readonly refusals?: readonly Refusal[];
  /** PostgreSQL: plpgsql that has a new row wait, before it is judged, for whoever decides about the same. */
  readonly lock?: string;
  readonly effects?: readonly Effect[];
  /** Statements that create its other triggers, and their functions. */
  readonly triggers?: Partial<PerKind<readonly string[]>>;
  /** Has PostgreSQL refuse TRUNCATE, which no trigger on rows sees. */
  readonly isKept?: true;
  /** What the statement that creates it says before TABLE, and at its end. */
  readonly storage?: { readonly before?: 'UNLOGGED'; readonly after?: 'WITHOUT ROWID' };
}

/** A text of SQL for both kinds, of which each fills the gaps in its own way. */
export function sql(
  texts: TemplateStringsArray,
  ...gaps: readonly (string | number | PerKind<string>)[]
): PerKind<string> {
  const fill = (kind: DatabaseKind): string =>
    String.raw({ raw: texts }, ...gaps.map((gap) => (typeof gap === 'object' ? gap[kind] : gap)));
  return { sqlite: fill('sqlite'), postgres: fill('postgres') };
}

/** The statement that creates the table, and on SQLite says what it is. */
export function createTable(table: Table, kind: DatabaseKind): string {
  const { name, comment, definition, storage: { before = '', after = '' } = {} } = table;
  const heading = kind === 'sqlite' ? wrap(comment) : '';
  return `CREATE ${`${before} TABLE`.trim()} "${name}" (\n${heading}${definition[kind].replace(/^\n/, '')}\n) ${after}`.trim();
}

/** The statements that say on PostgreSQL what the table and its columns are. */
export function commentsOn({ name, comment, definition }: Table): string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  let column = '';
  const comments = definition.postgres.split('\n').flatMap((line) => {
    column = /^ {2}"(\w+)"/.exec(line)?.[1] ?? column;
    const [, text] = / -- (.*)$/.exec(line) ?? [];
    return text === undefined ? [] : [`COMMENT ON COLUMN "${name}"."${column}" IS ${quote(text)}`];
  });
  return [`COMMENT ON TABLE "${name}" IS ${quote(comment)}`, ...comments];
}

/** The names of the columns in a definition, but for some. */
export function columnsOf(definition: PerKind<string>, ...omitted: readonly string[]): string[] {
  const names = Array.from(definition.sqlite.matchAll(/^ {2}"(\w+)"/gm), ([, name = '']) => name);
  return names.filter((name) => !omitted.includes(name));
}

/** A comment in lines that fit a screen. */
function wrap(comment: string): string {
  return comment.replaceAll(/(.{1,110})(?: |$)/g, '  -- $1\n');
}
