/** Unicode's category C without line feeds, plus U+2028 and U+2029. */
const UNPRINTABLE = /[^\P{C}\n]|[\u2028\u2029]/gu;

/** Escapes characters that could move a terminal's cursor or hide text: ESC becomes `\u001b`. Keeps line feeds. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, spellOut);
}

/** Like {@link printable}, but also escapes line feeds. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', String.raw`\u000a`);
}

function spellOut(character: string): string {
  const units = character.split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
