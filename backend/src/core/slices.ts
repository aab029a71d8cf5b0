import { setImmediate } from 'node:timers/promises';

/** Runs a computation up to its next `yield` in each turn of the event loop. Requests are served in between. */
export async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
