/** One line of `GET /api/proofs`: a recruit's signature over the referrer's name. */
export interface Proof {
  /** Place in the order of proving; a later proof has a higher number. */
  readonly number: number;
  /** Base58. */
  readonly recruit: string;
  /** Base58. */
  readonly referrer: string;
  /** The bytes that were signed, base64. */
  readonly message: string;
  /** Base64. */
  readonly signature: string;
  /** ISO 8601, UTC. */
  readonly provenAt: string;
}

const TEXT_FIELDS = ['recruit', 'referrer', 'message', 'signature', 'provenAt'] as const;

/** The proof in a line of JSON, or null when the line holds anything else. */
export function parseProof(line: string): Proof | null {
  const value = parseJson(line);
  return isProof(value) ? value : null;
}

function isProof(value: unknown): value is Proof {
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
