import { z } from 'zod';

/** Something that the migrations make. */
export const schemaObjectRow = z.object({
  kind: z.enum(['table', 'index', 'view', 'function', 'trigger']),
  name: z.string(),
  /** How it is made: for all but tables, the statement that makes it. */
  definition: z.string(),
  /** The statement that removes it. */
  removal: z.string(),
});

export type SchemaObject = z.infer<typeof schemaObjectRow>;

/** What is in the way of everything else comes first. */
export const KINDS = schemaObjectRow.shape.kind.options;
