import type { HttpStatus } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { z } from 'zod';
import { SETTINGS } from '../settings.js';
import type { Settings } from '../settings.js';
import { PROBLEM_TYPE, problemOf, problemSchema } from './problem.js';

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
  return ApiAnswer(
    status,
    description,
    problemSchema.meta({ example: problemOf(status, description) }),
  );
}

/** Every status from here on is an error. */
const FIRST_ERROR = 400;

/** Serves the documentation of the API at `/api/docs`; it is written when somebody first asks for it. */
export function serveDocs(app: NestFastifyApplication): void {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), {
    customSiteTitle: 'Pyramidion: API',
  });
}

/** The API, as its routes and their schemas have it. */
function describeApi(app: NestFastifyApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Pyramidion')
    .setDescription(
      'The API of the AI-run pyramid scheme that admits it. A parody: nothing here can be paid.',
    )
    .setVersion('1')
    .addServer(app.get<Settings>(SETTINGS).publicOrigin)
    .build();
  const document = SwaggerModule.createDocument(app, config);
  nameProblems(document);
  return { ...document, tags: tagsOf(document) };
}

/** Every tag that a route has, each once. */
function tagsOf({ paths }: OpenAPIObject): { name: string }[] {
  const operations = Object.values(paths).flatMap(({ get, post, delete: remove }) => [
    get,
    post,
    remove,
  ]);
  const names = new Set(operations.flatMap((operation) => operation?.tags ?? []));
  return [...names].sort().map((name) => ({ name }));
}

/** A route documents one media type for all of its answers; its errors have their own. */
function nameProblems({ paths }: OpenAPIObject): void {
  for (const { get, post, delete: remove } of Object.values(paths)) {
    for (const operation of [get, post, remove]) {
      for (const [status, answer] of Object.entries(operation?.responses ?? {})) {
        if (Number(status) < FIRST_ERROR || !answer || !('content' in answer)) continue;
        const [body = {}] = Object.values(answer.content ?? {});
        answer.content = { [PROBLEM_TYPE]: body };
      }
    }
  }
}
