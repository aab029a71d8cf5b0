import { MissingRequirement } from '../commands/requirements.js';
import type { Outcome } from './report.js';
import { describeNotRun, describeOutcome, isKept } from './report.js';

/**
 * Runs a scenario. One that this machine has not the programs for is told, and keeps nobody from the others.
 *
 * @returns whether every promise was seen to be kept, and lines for people
 */
export async function runScenario(
  name: string,
  scenario: () => Promise<Outcome>,
): Promise<{ isKept: boolean; text: string }> {
  try {
    const outcome = await scenario();
    return { isKept: isKept(outcome), text: describeOutcome(name, outcome) };
  } catch (error) {
    if (!(error instanceof MissingRequirement)) throw error;
    return { isKept: false, text: describeNotRun(name, error.message) };
  }
}
