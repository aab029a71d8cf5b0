import { DataSource, type EntityManager } from 'typeorm';

export type DatabaseKind = 'sqlite' | 'postgres';

export function kindOf(source: DataSource | EntityManager): DatabaseKind {
  const { options } = source instanceof DataSource ? source : source.connection;
  return options.type === 'postgres' ? 'postgres' : 'sqlite';
}

/** What each kind says in words of its own. */
export type PerKind<T> = Readonly<Record<DatabaseKind, T>>;

/** What can be put into a text of SQL, or among statements; of a list, each a line. */
export type Part = string | number | PerKind<string | readonly string[]>;

/** The statements that make a part of the schema, in their order. */
export type Statements = PerKind<readonly string[]>;

/** What makes something of a text of SQL. */
export type Tag<T> = (texts: TemplateStringsArray, ...gaps: readonly Part[]) => T;

/** A text of SQL for both kinds, of which each fills the gaps in its own way. */
export const sql: Tag<PerKind<string>> = (texts, ...gaps) => {
  const fill = (kind: DatabaseKind): string =>
    String.raw({ raw: texts }, ...gaps.map((gap) => textsOf(gap, kind).join('\n')));
  return { sqlite: fill('sqlite'), postgres: fill('postgres') };
};

export function statements(...parts: readonly Part[]): Statements {
  const of = (kind: DatabaseKind): string[] => parts.flatMap((part) => textsOf(part, kind));
  return { sqlite: of('sqlite'), postgres: of('postgres') };
}

/** What PostgreSQL has no need of. */
export const onSqlite = (...parts: readonly Part[]): Statements => ({
  sqlite: statements(...parts).sqlite,
  postgres: [],
});

/** What SQLite has no need of. */
export const onPostgres = (...parts: readonly Part[]): Statements => ({
  sqlite: [],
  postgres: statements(...parts).postgres,
});

/**
 * A table, of the text that CREATE TABLE has in parentheses. A column begins its line, and what is said of it behind `--`
 * ends that; on PostgreSQL it becomes a comment of the schema, which on SQLite the text itself is.
 * @param options what the statement ends with
 */
export function table(name: string, comment: string, options = ''): Tag<Statements> {
  return (...text) => {
    const { sqlite, postgres } = sql(...text);
    const create = `CREATE TABLE "${name}" (`;
    const heading = comment.replaceAll(/(.{1,110})(?: |$)/g, '\n  -- $1');
    return {
      sqlite: [`${create}${heading}${sqlite}\n) ${options}`.trim()],
      postgres: [`${create}${postgres}\n)`, ...commentsOn(name, comment, postgres)],
    };
  };
}

function commentsOn(name: string, comment: string, definition: string): string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  let column = '';
  const comments = definition.split('\n').flatMap((line) => {
    column = /^ {2}"(\w+)"/.exec(line)?.[1] ?? column;
    const [, text] = / -- (.*)$/.exec(line) ?? [];
    return text === undefined ? [] : [`COMMENT ON COLUMN "${name}"."${column}" IS ${quote(text)}`];
  });
  return [`COMMENT ON TABLE "${name}" IS ${quote(comment)}`, ...comments];
}

function textsOf(part: Part, kind: DatabaseKind): string[] {
  return [typeof part === 'object' ? part[kind] : String(part)].flat();
}
