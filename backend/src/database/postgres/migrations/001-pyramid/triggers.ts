/** What must not be, as SQL of a condition, and the sentence that says so. */
export type Refusal = readonly [condition: string, sentence: string];

/** A trigger on each row with its function. In `body`, a row that is not there (NEW, OLD) is NULL. */
export function trigger(name: string, event: string, body: string): string[] {
  return [
    `
CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
${body}
$$`,
    `CREATE TRIGGER "${name}" ${event} EXECUTE FUNCTION "${name}"()`,
  ];
}

/** A trigger that stops what is about to happen to a row, with the sentence of the first thing that must not be. */
export function refuse(name: string, event: string, rules: readonly Refusal[]): string[] {
  return trigger(
    name,
    `BEFORE ${event}`,
    `BEGIN
${refusals(rules)}
  RETURN coalesce(NEW, OLD);
END`,
  );
}

/** plpgsql that stops with the sentence of the first condition that holds. */
export function refusals(rules: readonly Refusal[]): string {
  return rules
    .map(
      ([condition, sentence]) => `  IF (${condition}) THEN
    RAISE integrity_constraint_violation USING MESSAGE = '${sentence}';
  END IF;`,
    )
    .join('\n');
}
