import { killUnderWriters } from './kills.js';
import { killDuringMigration } from './migration-kills.js';
import type { Outcome } from './outcome.js';
import { tearLog } from './torn-log.js';

/** How much to do, and the seed of everything that is left to chance. */
export interface Effort {
  readonly kills: number;
  readonly requests: number;
  readonly seed: number;
}

/** Every scenario by its name. */
export const SCENARIOS: ReadonlyMap<string, (effort: Effort) => Promise<Outcome>> = new Map([
  ['kills', killUnderWriters],
  ['migration-kills', killDuringMigration],
  ['torn-log', tearLog],
]);
