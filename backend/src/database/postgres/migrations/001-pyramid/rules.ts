/** A constraint whose name, of 63 characters at most, is the sentence that whoever breaks it reads. */
export function rule(sentence: string, condition: string): string {
  return `CONSTRAINT "${sentence}" CHECK (${condition})`;
}

/** Text that is equal and sorts by its bytes, whatever the language of the database. */
export const TEXT = 'varchar COLLATE "C"';

const EXAMPLE_TIME = '2026-11-21T12:00:00.000Z';

const isDay = (text: string, column: string): string =>
  `CASE WHEN ${column} ~ '^${text}$' THEN CAST(left(${column}, 10) AS date) IS NOT NULL ELSE false END`;

const isTime = (column: string): string =>
  isDay('\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z', column);

/** The column holds a time of the one form that sorts as text. */
export function time(column: string): string {
  return rule(`${column} must be a time like ${EXAMPLE_TIME}`, isTime(column));
}

/** The same, or nothing. */
export function timeOrNull(column: string): string {
  return rule(
    `${column} must be empty or like ${EXAMPLE_TIME}`,
    `${column} IS NULL OR ${isTime(column)}`,
  );
}

/** The column holds a day. */
export function day(column: string): string {
  return rule(`${column} must be a day such as 2026-11-21`, isDay('\\d{4}-\\d\\d-\\d\\d', column));
}

/** The column holds what may be a public key in base58. */
export function address(column: string): string {
  return rule(
    `${column} must be a Solana address: 32 to 44 characters of base58`,
    `${column} ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'`,
  );
}

/** The column holds one of these words. */
export function oneOf(column: string, words: readonly string[]): string {
  const list = words.map((word) => `'${word}'`).join(', ');
  // As text: pg_dump and pg_restore would spell a comparison of varchar otherwise, and doctor miss the one that was made.
  return rule(
    `${column} must be one of: ${words.join(', ')}`,
    `CAST(${column} AS text) IN (${list})`,
  );
}

/** The column holds text that is not blank. */
export function text(column: string): string {
  return rule(`${column} must be text that is not empty`, `trim(${column}) <> ''`);
}

/** The column holds a SHA-256. */
export function hash(column: string): string {
  return rule(`${column} must be a SHA-256 in hexadecimal`, `${column} ~ '^[0-9a-f]{64}$'`);
}

/** The column names a wallet of ours. */
export function isWallet(table: string, column: string): string {
  return `CONSTRAINT "${table}_${column}_is_a_wallet" FOREIGN KEY ("${column}") REFERENCES "wallet" ("address")`;
}
