import type { EntityManager } from 'typeorm';
import type { MeasureStorage } from '../../database/storage.js';

/** Runs `work` in a transaction that may write. The work takes back whatever it writes. */
export type TryOut = <T>(work: (manager: EntityManager) => Promise<T>) => Promise<T>;

/** A database that is looked at. */
export interface Patient {
  /** Reads everything as it is at one moment. */
  readonly manager: EntityManager;
  readonly tryOut: TryOut;
  readonly measureStorage: MeasureStorage;
  readonly now: Date;
}

/** Is told how much of a check is done, from 0 to 1. */
export type Reach = (share: number) => void;

/** What came of looking. */
export interface Findings {
  /** What was looked at, such as `1,024 wallets`. */
  readonly looked: string;
  /** How much is wrong. */
  readonly count: number;
  /** What is wrong, a sentence each: the first few where there is much. */
  readonly faults: readonly string[];
}

/** How something is mended that follows from something else. */
export interface Repair {
  /** What was done then, as a sentence. */
  readonly did: string;
  readonly run: (manager: EntityManager, now: Date) => Promise<void>;
}

/** Something that must hold, and what to do when it does not. */
export interface Check {
  readonly name: string;
  readonly look: (patient: Patient, reach: Reach) => Promise<Findings>;
  /** What the operator can do. */
  readonly remedy: string;
  /** Null where nothing else says what it should be. */
  readonly repair: Repair | null;
}

/** Faults that are told one by one. */
export const MOST_TOLD = 20;

/** The remedy for what follows from something else. */
export const REPAIR = 'doctor --repair';

/** The findings of somebody who has all faults at hand. */
export function findingsOf(looked: string, faults: readonly string[]): Findings {
  return { looked, count: faults.length, faults: faults.slice(0, MOST_TOLD) };
}
