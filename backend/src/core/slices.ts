import { setImmediate } from 'node:timers/promises';

/** Runs a computation step by step, one `yield` per turn of the event loop, so that requests are served in between. */
export async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
