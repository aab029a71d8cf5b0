import type { HttpStatus } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiResponse, DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { z } from 'zod';
import { SETTINGS, type Settings } from '../settings.js';
import { PROBLEM_TYPE, problemOf, problemSchema } from './problem.js';

/** Documents an answer of a route by the schema that is also its type. */
export function ApiAnswer(
  status: HttpStatus,
  description: string,
  schema: z.ZodType,
): MethodDecorator {
  return ApiResponse({ status, description, standardSchema: schema });
}

/** Documents an error answer of a route. Swagger's answers all have the media type of the route, which errors have not. */
export function ApiProblem(status: HttpStatus, description: string): MethodDecorator {
  const example = problemOf(status, description);
  const { jsonSchema } = problemSchema.meta({ example })['~standard'];
  const schema = jsonSchema.output({ target: 'openapi-3.0' });
  return ApiResponse({ status, description, content: { [PROBLEM_TYPE]: { schema } } });
}

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
  const operations = Object.values(document.paths).flatMap(({ get, post, delete: remove }) => [
    get,
    post,
    remove,
  ]);
  const tags = new Set(operations.flatMap((operation) => operation?.tags ?? []));
  return { ...document, tags: [...tags].sort().map((name) => ({ name })) };
}
