import { onSqlite, sql, type Part, type PerKind } from './table.js';

/** Text that is equal and sorts by its bytes, whatever the language of the database. */
export const TEXT: PerKind<string> = { sqlite: 'varchar', postgres: 'varchar COLLATE "C"' };

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
 * A constraint whose name, of 63 characters at most, is the sentence that whoever breaks it reads. On SQLite the name is in
 * brackets, because TypeORM would take one in quotes for a rule that an entity has to have.
 */
export const rule = (sentence: string, condition: Part): PerKind<string> =>
  sql`CONSTRAINT ${{ sqlite: `[${sentence}]`, postgres: `"${sentence}"` }} CHECK (${condition})`;

/** The beginning of a condition on a column that on PostgreSQL holds nothing else than a whole number, or a text. */
export const isOfType = (type: 'integer' | 'text', column: string) =>
  onSqlite(`typeof(${column}) = '${type}' AND `);

const isTime = (column: string): PerKind<string> => ({
  sqlite: `${column} GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${COUNTED}) IS ${column}`,
  postgres: isDate('\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z', column),
});

/** PostgreSQL itself refuses a day that no month has. */
const isDate = (pattern: string, column: string): string =>
  `CASE WHEN ${column} ~ '^${pattern}$' THEN CAST(left(${column}, 10) AS date) IS NOT NULL ELSE false END`;

/** A column with a UTC time of the one form that sorts as text. */
export const time = (name: string, comment = 'UTC'): PerKind<string> =>
  sql`"${name}" ${TEXT} NOT NULL -- ${comment}
    ${rule(`${name} must be a time like ${EXAMPLE_TIME}`, isTime(name))}`;

/** The same, or nothing. */
export const timeOrNull = (name: string, comment = 'UTC'): PerKind<string> =>
  sql`"${name}" ${TEXT} -- ${comment}
    ${rule(`${name} must be empty or like ${EXAMPLE_TIME}`, sql`${name} IS NULL OR (${isTime(name)})`)}`;

/** A column with the number of a row in the order in which they came, which is its key. */
export const number = (comment: string): PerKind<string> =>
  sql`"number" ${NUMBERED} NOT NULL -- ${comment}
    ${onSqlite(rule('number must be above 0', 'number > 0'))}`;

export const isDay = (column: string): PerKind<string> =>
  rule(`${column} must be a day such as 2026-11-21`, {
    sqlite: `${column} GLOB '????-??-??' AND date(${column}, ${COUNTED}) IS ${column}`,
    postgres: isDate('\\d{4}-\\d\\d-\\d\\d', column),
  });

export const isAddress = (column: string): PerKind<string> =>
  rule(`${column} must be a Solana address: 32 to 44 characters of base58`, {
    sqlite: `typeof(${column}) = 'text' AND length(${column}) BETWEEN 32 AND 44 AND ${column} NOT GLOB '*[^1-9A-HJ-NP-Za-km-z]*'`,
    postgres: `${column} ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'`,
  });

export const isWholeNumber = (column: string, min: number, max: number): PerKind<string> =>
  rule(
    `${column} must be a whole number from ${min} to ${max}`,
    sql`${isOfType('integer', column)}${column} BETWEEN ${min} AND ${max}`,
  );

/** Compared as text: pg_restore would spell a comparison of varchar otherwise, and doctor miss the one that was made. */
export const isOneOf = (column: string, ...words: readonly string[]): PerKind<string> =>
  rule(
    `${column} must be one of: ${words.join(', ')}`,
    sql`${{ sqlite: column, postgres: `CAST(${column} AS text)` }} IN (${words.map((word) => `'${word}'`).join(', ')})`,
  );

export const isText = (column: string): PerKind<string> =>
  rule(
    `${column} must be text that is not empty`,
    sql`${isOfType('text', column)}trim(${column}) <> ''`,
  );

export const isHash = (column: string): PerKind<string> =>
  rule(`${column} must be a SHA-256 in hexadecimal`, {
    sqlite: `length(${column}) = 64 AND ${column} NOT GLOB '*[^0-9a-f]*'`,
    postgres: `${column} ~ '^[0-9a-f]{64}$'`,
  });

export const isWallet = (table: string, column: string): string =>
  `CONSTRAINT "${table}_${column}_is_a_wallet" FOREIGN KEY ("${column}") REFERENCES "wallet" ("address")`;
