import type { Contests } from './contest.js';
import type { Figure } from './figure.js';
import type { Pace } from './pace.js';
import { measureClaims } from './parts/claims.js';
import { measureCrowd } from './parts/crowd.js';
import { measureProofs } from './parts/proofs.js';
import { measurePyramids } from './parts/pyramids.js';
import { measureReads } from './parts/reads.js';
import { measureSignIns } from './parts/sign-ins.js';
import { measureStart } from './parts/start.js';

/** Every part of the bench by its name, in the order in which they run: those that write come last. */
export const PARTS: ReadonlyMap<string, (contests: Contests, pace: Pace) => Promise<Figure[]>> =
  new Map([
    ['start', measureStart],
    ['reads', measureReads],
    ['pyramids', measurePyramids],
    ['proofs', measureProofs],
    ['claims', measureClaims],
    ['crowd', measureCrowd],
    ['sign-ins', measureSignIns],
  ]);
