import { STATUS_CODES } from 'node:http';
import type { Problem } from './problem.schema.js';

/** The media type of an error answer. */
export const PROBLEM_TYPE = 'application/problem+json';

/** The error answer for `status`. */
export function problemOf(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
}
