import { setTimeout as delay } from 'node:timers/promises';

/** Between two turns, in milliseconds: what one leaves to be done, such as a log to write back, is not to weigh on the next. */
const REST_MS = 400;

/** Something that is measured in several rounds. */
export class Contestant {
  /** A figure for each round. */
  readonly figures: number[] = [];

  /**
   * @param name as others are compared with it
   * @param measure returns its figure of one round
   */
  constructor(
    readonly name: string,
    readonly measure: () => Promise<number>,
  ) {}
}

/**
 * Measures the contestants in turn, round by round, so that whatever else the machine does weighs on all of them alike.
 * A first round warms them up and is not counted.
 */
export async function measureInTurn(
  rounds: number,
  contestants: readonly Contestant[],
): Promise<void> {
  for (let round = 0; round <= rounds; round += 1) {
    for (const { figures, measure } of contestants) {
      const figure = await measure();
      if (round > 0) figures.push(figure);
      await delay(REST_MS);
    }
  }
}
