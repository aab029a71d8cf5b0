import type { ProofLine } from '@backend/proofs/proofs.schema';

const TEXT_FIELDS = ['recruit', 'referrer', 'message', 'signature', 'provenAt'] as const;

/** The proof in a line of JSON, or null when the line holds anything else. */
export function parseProof(line: string): ProofLine | null {
  const value = parseJson(line);
  return isProof(value) ? value : null;
}

function isProof(value: unknown): value is ProofLine {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'number' in value &&
    Number.isSafeInteger(value.number) &&
    TEXT_FIELDS.every((name) => hasText(value, name))
  );
}

function hasText(value: object, name: string): boolean {
  const field: unknown = Reflect.get(value, name);
  return typeof field === 'string';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
