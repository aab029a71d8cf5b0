import type { PerKind } from '../dialect.js';

/** Released migrations use this SQL, so it must not change. */
export abstract class TableDialect {
  abstract readonly varchar: string;
  abstract readonly bigint: string;
  abstract readonly key: string;
  abstract readonly generated: string;
  abstract readonly withoutRowId: string;
  abstract readonly now: string;
  abstract readonly today: string;

  /** Quotes the name of a constraint. The name states the rule, because the error of a violation contains the name. */
  protected abstract quote(name: string): string;
  protected abstract isTime(column: string): string;
  abstract isDay(column: string): string;
  /** On SQLite, whose columns accept values of other types, adds a check of the type. */
  abstract typed(column: string, type: 'integer' | 'text', condition: string): string;
  abstract isOneOf(column: string, list: string): string;
  abstract isJson(column: string, maxBytes: number): string;
  /** @param characters as in the brackets of a pattern, such as `0-9a-f` */
  abstract consistsOf(column: string, characters: string, min: number, max?: number): string;

  check(name: string, condition: string): string {
    return `CONSTRAINT ${this.quote(name)} CHECK (${condition})`;
  }

  time(column: string): string {
    return this.check(
      `${column} must be a time like 2026-11-21T12:00:00.000Z`,
      this.isTime(column),
    );
  }

  timeOrNull(column: string): string {
    const condition = `${column} IS NULL OR (${this.isTime(column)})`;
    return this.check(`${column} must be empty or like 2026-11-21T12:00:00.000Z`, condition);
  }

  wholeNumber(column: string, min: number, max: number): string {
    const condition = this.typed(column, 'integer', `${column} BETWEEN ${min} AND ${max}`);
    return this.check(`${column} must be a whole number from ${min} to ${max}`, condition);
  }

  nonEmpty(column: string): string {
    const condition = this.typed(column, 'text', `trim(${column}) <> ''`);
    return this.check(`${column} must be text that is not empty`, condition);
  }

  oneOf(column: string, words: string): string {
    const list = words.replaceAll(/[^ ,]+/g, "'$&'");
    return this.check(`${column} must be one of: ${words}`, this.isOneOf(column, list));
  }

  sha256(column: string): string {
    const condition = this.consistsOf(column, '0-9a-f', 64, 64);
    return this.check(`${column} must be a SHA-256 in hexadecimal`, condition);
  }
}

class Sqlite extends TableDialect {
  readonly varchar = 'varchar';
  readonly bigint = 'integer';
  readonly key = 'integer PRIMARY KEY AUTOINCREMENT NOT NULL';
  readonly generated = 'VIRTUAL';
  readonly withoutRowId = ' WITHOUT ROWID';
  readonly now = "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))";
  readonly today = "(date('now'))";

  protected quote(name: string): string {
    return `[${name}]`;
  }

  protected isTime(column: string): string {
    return `${column} GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+0 days') IS ${column}`;
  }

  isDay(column: string): string {
    return `${column} GLOB '????-??-??' AND date(${column}, '+0 days') IS ${column}`;
  }

  typed(column: string, type: 'integer' | 'text', condition: string): string {
    return `typeof(${column}) = '${type}' AND ${condition}`;
  }

  isOneOf(column: string, list: string): string {
    return `${column} IN (${list})`;
  }

  isJson(column: string, maxBytes: number): string {
    return `typeof(${column}) = 'text' AND json_valid(${column}) AND length(CAST(${column} AS blob)) <= ${maxBytes}`;
  }

  consistsOf(column: string, characters: string, min: number, max = 65_535): string {
    return `typeof(${column}) = 'text' AND length(${column}) BETWEEN ${min} AND ${max} AND ${column} NOT GLOB '*[^${characters}]*'`;
  }
}

export const SQLITE = new Sqlite();

class Postgres extends TableDialect {
  readonly varchar = 'varchar COLLATE "C"';
  readonly bigint = 'bigint';
  readonly key = 'bigserial PRIMARY KEY NOT NULL';
  readonly generated = 'STORED';
  readonly withoutRowId = '';
  readonly now = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  readonly today = "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')";

  protected quote(name: string): string {
    return `"${name}"`;
  }

  protected isTime(column: string): string {
    const time = String.raw`^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$`;
    return `CASE WHEN ${column} ~ '${time}' THEN CAST(left(${column}, 10) AS date) IS NOT NULL ELSE false END`;
  }

  isDay(column: string): string {
    return `CASE WHEN ${column} ~ '^\\d{4}-\\d\\d-\\d\\d$' THEN CAST(${column} AS date) IS NOT NULL ELSE false END`;
  }

  typed(_column: string, _type: 'integer' | 'text', condition: string): string {
    return condition;
  }

  /** Without the cast, PostgreSQL would print the condition differently after a dump and a restore. */
  isOneOf(column: string, list: string): string {
    return `CAST(${column} AS text) IN (${list})`;
  }

  isJson(column: string, maxBytes: number): string {
    return `CAST(${column} AS json) IS NOT NULL AND octet_length(${column}) <= ${maxBytes}`;
  }

  consistsOf(column: string, characters: string, min: number, max?: number): string {
    return `${column} ~ '^[${characters}]{${min},${max ?? ''}}$'`;
  }
}

/** Turns the comment at the start of each CREATE TABLE into a COMMENT ON TABLE. */
export function withTableComments(sql: string): string {
  return sql.replaceAll(
    /CREATE TABLE "(\w+)" \(\n((?: {2}-- [^\n]*\n)+)([^]*?\n\)[^;\n]*)(;?)/g,
    (_all, table: string, comment: string, rest: string, end: string) => {
      const text = comment.replaceAll(/\n? *-- /g, ' ').trim();
      return `CREATE TABLE "${table}" (\n${rest};\n\nCOMMENT ON TABLE "${table}" IS '${text}'${end}`;
    },
  );
}

export function forBoth(tables: (dialect: TableDialect) => string): PerKind<string> {
  return { sqlite: tables(SQLITE), postgres: withTableComments(tables(new Postgres())) };
}
