import { z } from 'zod';

/** An error answer, as RFC 9457 has it. `detail` says what is wrong and what to do; never a stack. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
