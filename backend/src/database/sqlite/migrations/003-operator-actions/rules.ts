/** A constraint whose name is the sentence that whoever breaks it reads. */
export function rule(sentence: string, condition: string): string {
  return `CONSTRAINT [${sentence}] CHECK (${condition})`;
}

/** Has SQLite count the days, or older ones would take the 31st of November for one. */
const COUNTED = "'+0 days'";

const isTime = (column: string): string =>
  `${column} GLOB '????-??-??T??:??:??.???Z' AND strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, ${COUNTED}) IS ${column}`;

const EXAMPLE_TIME = '2026-11-21T12:00:00.000Z';

/** The column holds a time of the one form that sorts as text. */
export function time(column: string): string {
  return rule(`${column} must be a UTC time such as ${EXAMPLE_TIME}`, isTime(column));
}

/** The same, or nothing. */
export function timeOrNull(column: string): string {
  return rule(
    `${column} must be empty or a UTC time such as ${EXAMPLE_TIME}`,
    `${column} IS NULL OR (${isTime(column)})`,
  );
}

/** The column holds a day. */
export function day(column: string): string {
  return rule(
    `${column} must be a day such as 2026-11-21`,
    `${column} GLOB '????-??-??' AND date(${column}, ${COUNTED}) IS ${column}`,
  );
}

/** The column holds what may be a public key in base58. */
export function address(column: string): string {
  return rule(
    `${column} must be a Solana address: 32 to 44 characters of base58`,
    `typeof(${column}) = 'text' AND length(${column}) BETWEEN 32 AND 44 AND ${column} NOT GLOB '*[^1-9A-HJ-NP-Za-km-z]*'`,
  );
}

/** The column holds a whole number between two SQL expressions, which are part of it. */
export function wholeNumber(column: string, least: string, most: string): string {
  return rule(
    `${column} must be a whole number from ${least} to ${most}`,
    `typeof(${column}) = 'integer' AND ${column} BETWEEN ${least} AND ${most}`,
  );
}

/** The column holds one of these words. */
export function oneOf(column: string, words: readonly string[]): string {
  const list = words.map((word) => `'${word}'`).join(', ');
  return rule(`${column} must be one of: ${words.join(', ')}`, `${column} IN (${list})`);
}

/** The column holds text that is not blank. */
export function text(column: string): string {
  return rule(
    `${column} must be text that is not empty`,
    `typeof(${column}) = 'text' AND trim(${column}) <> ''`,
  );
}

/** The column names a wallet of ours. */
export function isWallet(table: string, column: string): string {
  return `CONSTRAINT "${table}_${column}_is_a_wallet" FOREIGN KEY ("${column}") REFERENCES "wallet" ("address")`;
}

/** A trigger that stops what is about to happen, with a sentence. */
export function refuse(name: string, event: string, when: string, sentence: string): string {
  return `
CREATE TRIGGER "${name}" BEFORE ${event}
WHEN ${when}
BEGIN SELECT RAISE(ABORT, '${sentence}'); END`;
}

/** One trigger for each event, since SQLite knows no trigger on several. */
export function refuseAll(
  name: string,
  events: readonly string[],
  when: string,
  sentence: string,
): string[] {
  return events.map((event, index) => refuse(`${name}_${index + 1}`, event, when, sentence));
}
