import type { HttpStatus } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { problemSchema } from './problem.schema.js';

/** Documents an answer of a route by the schema that is also its type. */
export function ApiAnswer(
  status: HttpStatus,
  description: string,
  schema: z.ZodType,
): MethodDecorator {
  return ApiResponse({ status, description, standardSchema: schema });
}

/** Documents an error answer of a route. */
export function ApiProblem(status: HttpStatus, description: string): MethodDecorator {
  return ApiAnswer(status, description, problemSchema);
}
