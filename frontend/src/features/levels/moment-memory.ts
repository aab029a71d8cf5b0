import { browserStorage } from '@/lib/storage';

const SEPARATOR = '\n';

function keyOf(wallet: string): string {
  return `pyramidion.moments.${wallet}`;
}

function momentsOf(wallet: string): string[] {
  return browserStorage.read(keyOf(wallet))?.split(SEPARATOR) ?? [];
}

/** Whether a moment in a wallet's life was celebrated in this browser. */
export function hasSeenMoment(wallet: string, moment: string): boolean {
  return momentsOf(wallet).includes(moment);
}

/** Keeps moments from being celebrated again. */
export function rememberMoments(wallet: string, moments: readonly string[]): void {
  const all = new Set([...momentsOf(wallet), ...moments]);
  browserStorage.write(keyOf(wallet), [...all].join(SEPARATOR));
}
