import { z } from 'zod';

const issueSchema = z.object({
  code: z.string().optional(),
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).default([]),
  expected: z.string().optional(),
  keys: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  origin: z.string().optional(),
});

/**
 * A sentence on what a validation found: it names the field and says what to do.
 * @param issue an issue of a Standard Schema; zod's tell more than the standard asks for
 */
export function describeIssue(issue: unknown): string {
  const {
    code,
    message,
    path,
    expected,
    keys = [],
    minimum,
    maximum,
    origin,
  } = issueSchema.parse(issue);
  const field = path.length === 0 ? 'The request' : path.join('.');
  const unit = origin === 'string' ? ' characters' : '';
  switch (code) {
    case 'invalid_type':
      return `${field} must be ${nameOf(expected)}.`;
    case 'unrecognized_keys':
      return `${keys.join(', ')} is not a field of this request: leave it out.`;
    case 'too_small':
      return `${field} must be at least ${minimum ?? 0}${unit}.`;
    case 'too_big':
      return `${field} must be at most ${maximum ?? 0}${unit}.`;
    default:
      return `${field} ${message}.`;
  }
}

function nameOf(expected: string | undefined): string {
  switch (expected) {
    case 'object':
      return 'a JSON object';
    case 'string':
      return 'given once, as text';
    case 'int':
    case 'number':
      return 'a whole number';
    default:
      return expected ?? 'something else';
  }
}
