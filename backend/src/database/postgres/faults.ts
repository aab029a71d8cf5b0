import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

/**
 * The SQLSTATEs of a server that cannot work now: connection, resources, operator intervention and time-outs, system
 * error, damage, a lock that stays, and a transaction that may not write, as on a standby.
 */
const FAULTS = /^(08...|53...|57...|58...|XX00[12]|55P03|25006)$/;

/** Of those, the ones of a server that works, but had a statement wait too long for somebody else. */
const LONG_WAITS = /^(55P03|57014)$/;

/**
 * Serialization failure, deadlock, unique violation, and what a trigger raises where it finds a rule broken: the job
 * found it kept, before it had to wait for somebody who then changed that.
 */
const LOST_RACES = /^(40001|40P01|23505|23000)$/;

/**
 * Whether a statement failed for want of a working server or of a connection to it, not for what it said.
 * @param error what the driver threw
 */
export function isFault(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === null || FAULTS.test(state);
}

/**
 * Whether a statement failed as every other would just now.
 * @param error what the driver threw
 */
export function isOutage(error: unknown): boolean {
  const state = sqlStateOf(error);
  return isFault(error) && (state === null || !LONG_WAITS.test(state));
}

/**
 * Whether a statement failed because another transaction was quicker, so that a second attempt sees what that one did.
 * @param error what the driver threw
 */
export function isLostRace(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== null && LOST_RACES.test(state);
}

/**
 * The sentence of the rule that a statement broke; null when it broke none.
 * @param error what the driver threw
 */
export function brokenRule(error: unknown): string | null {
  return error instanceof Error && /^23/.test(sqlStateOf(error) ?? '')
    ? error.message.replace(/^new row for .* violates check constraint "(.*)"$/, '$1')
    : null;
}

/** What the server says is wrong; null when it was not the server who said it. */
function sqlStateOf(error: unknown): string | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? (cause.code ?? null) : null;
}
