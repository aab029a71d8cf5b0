/** Control characters, those that turn the direction of what follows, and other invisible ones; no line ends. */
const UNPRINTABLE = /[^\P{C}\n]|[\u2028\u2029]/gu;

/** A text as a terminal may get it: what would move its cursor, hide or turn other text is spelled out, as in JSON. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, spellOut);
}

/** The same for what comes from outside, and so must not begin a line of its own either. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', String.raw`\u000a`);
}

function spellOut(character: string): string {
  const units = character.split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
