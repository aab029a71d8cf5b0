/** The kinds of database there are. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** What each of them says in words of its own. */
export type PerKind<T> = Readonly<Record<DatabaseKind, T>>;

/** A constraint whose name, of 63 characters at most, is the sentence that whoever breaks it reads. */
export interface Rule {
  readonly sentence: string;
  readonly condition: PerKind<string>;
}

export interface Column {
  readonly name: string;
  readonly type: PerKind<string>;
  readonly isNullable?: true;
  readonly comment?: string;
  readonly rule?: Rule;
  /** A rule that on PostgreSQL the type, or its sequence, sees to. */
  readonly ruleOnSqlite?: Rule;
}

/** A trigger that stops what is about to happen to a row, with a sentence; the same on both. */
export interface Refusal {
  readonly name: string;
  readonly events: readonly string[];
  /** SQL of what must not be. */
  readonly when: string;
  readonly sentence: string;
}

/** A table, and what belongs to it. */
export interface Table {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly Column[];
  /** Rules and keys of several columns. */
  readonly constraints: readonly (Rule | string)[];
  readonly indexes: readonly string[];
  readonly indexesOnPostgres?: readonly string[];
  readonly refusals: readonly Refusal[];
  /** Statements that create its other triggers, and their functions. */
  readonly triggers: PerKind<readonly string[]>;
  /** Has PostgreSQL refuse TRUNCATE, which no trigger on rows sees. */
  readonly isKept: boolean;
  /** What the statement that creates it says before TABLE, and at its end. */
  readonly storage?: { readonly before?: 'UNLOGGED'; readonly after?: 'WITHOUT ROWID' };
}

/** The statement that creates the table, with its comments where the database has no other place for them. */
export function createTable(table: Table, kind: DatabaseKind): string {
  const { name, comment, columns, constraints, storage } = table;
  const parts: Part[] = [
    ...columns.map((column) => declarationOf(column, kind)),
    ...constraints.map((each) => ({ text: typeof each === 'string' ? each : check(each, kind) })),
  ];
  const lines = parts.map(({ text, rule, remark }, index) => {
    const comma = index < parts.length - 1 ? ',' : '';
    const [afterText, afterRule] = rule === undefined ? [comma, ''] : ['', `\n    ${rule}${comma}`];
    return `  ${text}${afterText}${remark === undefined ? '' : ` -- ${remark}`}${afterRule}`;
  });
  const heading = kind === 'sqlite' ? [wrap(comment)] : [];
  const [before = '', after = ''] = [storage?.before, storage?.after];
  return `CREATE ${`${before} TABLE`.trim()} "${name}" (\n${[...heading, ...lines].join('\n')}\n) ${after}`.trim();
}

/** The statements that say on PostgreSQL what the table and its columns are. */
export function commentsOn({ name, comment, columns }: Table): string[] {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  return [
    `COMMENT ON TABLE "${name}" IS ${quote(comment)}`,
    ...columns.flatMap((column) =>
      column.comment === undefined
        ? []
        : [`COMMENT ON COLUMN "${name}"."${column.name}" IS ${quote(column.comment)}`],
    ),
  ];
}

/** The names of a table's columns, but for some. */
export function columnsWithout(columns: readonly Column[], ...omitted: readonly string[]): string {
  const names = columns.map(({ name }) => name);
  return names.filter((name) => !omitted.includes(name)).join(', ');
}

/** What stands between two commas of the statement that creates a table. */
interface Part {
  readonly text: string;
  readonly rule?: string;
  readonly remark?: string;
}

function declarationOf(
  { name, type, isNullable, comment, ...rules }: Column,
  kind: DatabaseKind,
): Part {
  const rule = kind === 'sqlite' ? (rules.rule ?? rules.ruleOnSqlite) : rules.rule;
  return {
    text: `"${name}" ${type[kind]}${isNullable === true ? '' : ' NOT NULL'}`,
    ...(rule && { rule: check(rule, kind) }),
    ...(kind === 'sqlite' && comment !== undefined && { remark: comment }),
  };
}

/** SQLite has its names in brackets, because TypeORM would take those in quotes for rules that an entity has to have. */
function check({ sentence, condition }: Rule, kind: DatabaseKind): string {
  const name = kind === 'sqlite' ? `[${sentence}]` : `"${sentence}"`;
  return `CONSTRAINT ${name} CHECK (${condition[kind]})`;
}

/** A comment in lines that fit a screen. */
function wrap(comment: string): string {
  return comment.replaceAll(/(.{1,110})(?: |$)/g, '  -- $1\n').trimEnd();
}
