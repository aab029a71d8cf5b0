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
  for (const { measure } of contestants) await measure();
  for (let round = 0; round < rounds; round += 1) {
    for (const { figures, measure } of contestants) figures.push(await measure());
  }
}
