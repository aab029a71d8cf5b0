import { z } from 'zod';

/** An issue as zod tells it, which is more than the Standard Schema asks for. */
const issueSchema = z.custom<z.core.$ZodIssue>();

/** Kinds of values, where the issue's own word for one is not the visitor's. */
const KINDS: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  string: 'given once, as text',
  int: 'a whole number',
  number: 'a whole number',
};

/** A sentence on what a validation by one of our schemas found: it names the field and says what to do. */
export function describeIssue(found: unknown): string {
  const issue = issueSchema.parse(found);
  const field = issue.path.length === 0 ? 'The request' : issue.path.join('.');
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')} is not a field of this request: leave it out.`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}${unit}.`;
    case 'too_big':
      return `${field} must be at most ${issue.maximum}${unit}.`;
    default:
      return `${field} ${issue.message}.`;
  }
}
