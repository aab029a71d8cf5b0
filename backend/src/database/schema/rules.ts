import type { PerKind } from './table.js';
import { sql } from './table.js';

/** Text that is equal and sorts by its bytes, whatever the language of the database. */
export const TEXT: PerKind<string> = { sqlite: 'varchar', postgres: 'varchar COLLATE "C"' };

/** A whole number of 64 bits. */
export const BIGINT: PerKind<string> = { sqlite: 'integer', postgres: 'bigint' };

/** A key that counts up: no number is given twice. */
export const NUMBERED: PerKind<string> = {
  sqlite: 'integer PRIMARY KEY AUTOINCREMENT',
  postgres: 'bigserial PRIMARY KEY',
};

const EXAMPLE_TIME = '2026-11-21T12:00:00.000Z';

/** SQLite counts the days, or it takes the 31st of November for one. */
const COUNTED = "'+0 days'";

/**
 * A constraint whose name, of 63 characters at most, is the sentence that whoever breaks it reads. On SQLite it may have
 * to look at the type of a value, too, and its name is in brackets, because TypeORM would take one in quotes for a rule
 * that an entity has to have.
 */
export function rule(sentence: string, condition: string, onSqlite = condition): PerKind<string> {
  return {
    sqlite: `CONSTRAINT [${sentence}] CHECK (${onSqlite})`,
    postgres: `CONSTRAINT "${sentence}" CHECK (${condition})`,
  };
}

/** A rule that on PostgreSQL the type of the column, or its sequence, sees to. */
export function onlyOnSqlite({ sqlite }: PerKind<string>): PerKind<string> {
  return { sqlite, postgres: '' };
}

const isTime = (column: string): PerKind<string> => ({
  sqlite: `${column} GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${COUNTED}) IS ${column}`,
  postgres: isDate('\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z', column),
});

/** PostgreSQL itself refuses a day that no month has. */
function isDate(pattern: string, column: string): string {
  return `CASE WHEN ${column} ~ '^${pattern}$' THEN CAST(left(${column}, 10) AS date) IS NOT NULL ELSE false END`;
}

/** A column with a UTC time of the one form that sorts as text. */
export function time(name: string, comment = 'UTC'): PerKind<string> {
  const { sqlite, postgres } = isTime(name);
  return sql`"${name}" ${TEXT} NOT NULL -- ${comment}
    ${rule(`${name} must be a time like ${EXAMPLE_TIME}`, postgres, sqlite)}`;
}

/** The same, or nothing. */
export function timeOrNull(name: string, comment = 'UTC'): PerKind<string> {
  const { sqlite, postgres } = isTime(name);
  const orNull = (condition: string): string => `${name} IS NULL OR (${condition})`;
  return sql`"${name}" ${TEXT} -- ${comment}
    ${rule(`${name} must be empty or like ${EXAMPLE_TIME}`, orNull(postgres), orNull(sqlite))}`;
}

/** A column with the number of a row in the order in which they came, which is its key. */
export function number(comment: string): PerKind<string> {
  return sql`"number" ${NUMBERED} NOT NULL -- ${comment}
    ${onlyOnSqlite(rule('number must be above 0', 'number > 0'))}`;
}

/** The column holds a day. */
export function isDay(column: string): PerKind<string> {
  return rule(
    `${column} must be a day such as 2026-11-21`,
    isDate('\\d{4}-\\d\\d-\\d\\d', column),
    `${column} GLOB '????-??-??' AND date(${column}, ${COUNTED}) IS ${column}`,
  );
}

/** The column holds what may be a public key in base58. */
export function isAddress(column: string): PerKind<string> {
  return rule(
    `${column} must be a Solana address: 32 to 44 characters of base58`,
    `${column} ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'`,
    `typeof(${column}) = 'text' AND length(${column}) BETWEEN 32 AND 44 AND ${column} NOT GLOB '*[^1-9A-HJ-NP-Za-km-z]*'`,
  );
}

/** The column holds a whole number between two, which are part of it. */
export function isWholeNumber(column: string, min: number, max: number): PerKind<string> {
  return rule(
    `${column} must be a whole number from ${min} to ${max}`,
    `${column} BETWEEN ${min} AND ${max}`,
    `typeof(${column}) = 'integer' AND ${column} BETWEEN ${min} AND ${max}`,
  );
}

/** The column holds one of these words. */
export function isOneOf(column: string, words: readonly string[]): PerKind<string> {
  const list = words.map((word) => `'${word}'`).join(', ');
  // As text: pg_dump and pg_restore would spell a comparison of varchar otherwise, and doctor miss the one that was made.
  return rule(
    `${column} must be one of: ${words.join(', ')}`,
    `CAST(${column} AS text) IN (${list})`,
    `${column} IN (${list})`,
  );
}

/** The column holds text that is not blank. */
export function isText(column: string): PerKind<string> {
  return rule(
    `${column} must be text that is not empty`,
    `trim(${column}) <> ''`,
    `typeof(${column}) = 'text' AND trim(${column}) <> ''`,
  );
}

/** The column holds a SHA-256. */
export function isHash(column: string): PerKind<string> {
  return rule(
    `${column} must be a SHA-256 in hexadecimal`,
    `${column} ~ '^[0-9a-f]{64}$'`,
    `length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'`,
  );
}

/** The column names a wallet of ours. */
export function isWallet(table: string, column: string): string {
  return `CONSTRAINT "${table}_${column}_is_a_wallet" FOREIGN KEY ("${column}") REFERENCES "wallet" ("address")`;
}
