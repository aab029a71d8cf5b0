import { z } from 'zod';

/** What a server used of its machine while it was under load. */
export const usageSchema = z.object({
  /** The most memory that was resident, in millions of bytes. */
  memoryMb: z.number(),
  /** 99 of 100 turns of the event loop came no later than this, in milliseconds. */
  eventLoopP99Ms: z.number(),
});

export type Usage = z.infer<typeof usageSchema>;
