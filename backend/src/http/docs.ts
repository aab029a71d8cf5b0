import { HttpStatus } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ApiResponse,
  ApiTags,
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { z } from 'zod';
import { CompressedBody, sendCompressed } from '../core/compressed-body.js';
import { Settings } from '../settings.js';
import { cookiePrefix } from './headers.js';
import { PROBLEM_TYPE, problemOf, problemSchema } from './problem.js';

const documentedAs = new WeakMap<z.ZodType, z.ZodType>();

/** Shows `documented` in place of `schema` in the API documentation. Returns `schema`. */
export function documentBy<T extends z.ZodType>(schema: T, documented: z.ZodType): T {
  documentedAs.set(schema, documented);
  return schema;
}

const sections = new Map<string, string>();

export function ApiSection(name: string, description: string): ClassDecorator {
  sections.set(name, description);
  return ApiTags(name);
}

export function ApiAnswer(
  status: HttpStatus,
  description: string,
  schema: z.ZodType,
): MethodDecorator {
  return ApiResponse({ status, description, standardSchema: schema });
}

export function ApiPicture(mediaType: 'image/png' | 'image/svg+xml'): MethodDecorator {
  const content = { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
  return ApiResponse({ status: HttpStatus.OK, description: 'The picture', content });
}

export function ApiText(description: string): MethodDecorator {
  const content = { 'text/plain': { schema: { type: 'string' } } };
  return ApiResponse({ status: HttpStatus.OK, description, content });
}

export function ApiNotModified(): MethodDecorator {
  return ApiResponse({
    status: HttpStatus.NOT_MODIFIED,
    description: 'The ETag in If-None-Match is still current',
  });
}

export function ApiProblem(status: HttpStatus, description: string): MethodDecorator {
  return ApiResponse({ status, ...problemResponse(status, description) });
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before a retry',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

const RETRYABLE: readonly number[] = [HttpStatus.TOO_MANY_REQUESTS, HttpStatus.SERVICE_UNAVAILABLE];

function problemResponse(status: number, description: string) {
  const mayRetry = RETRYABLE.includes(status);
  const schema = { $ref: '#/components/schemas/Problem' };
  return {
    description,
    ...(mayRetry && { headers: RETRY_AFTER }),
    content: { [PROBLEM_TYPE]: { schema, example: problemOf(status, description) } },
  };
}

const OF_EVERY_ROUTE = {
  [HttpStatus.TOO_MANY_REQUESTS]: 'Too many open requests from this address',
  [HttpStatus.SERVICE_UNAVAILABLE]: 'The server or its database is overloaded or unavailable',
};
const OF_WRITES = {
  [HttpStatus.FORBIDDEN]: 'The request was sent by a page of another site',
  [HttpStatus.UNSUPPORTED_MEDIA_TYPE]: 'The body is not application/json',
};
const OF_BODIES = { [HttpStatus.PAYLOAD_TOO_LARGE]: 'The body is too large' };

const DOCUMENT_PATH = '/api/docs-json';

/** Not shown: the page loads the document from {@link DOCUMENT_PATH}. */
const NO_DOCUMENT = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };

export function serveDocs(app: NestFastifyApplication): void {
  SwaggerModule.setup('api/docs', app, NO_DOCUMENT, {
    customSiteTitle: 'Pyramidion: API',
    // Served below, since Nest would serialize the document for each request.
    raw: false,
    swaggerOptions: { spec: null, url: DOCUMENT_PATH },
  });
  let document: CompressedBody | undefined;
  const instance = app.getHttpAdapter().getInstance();
  instance.get(DOCUMENT_PATH, (request, reply) => {
    document ??= new CompressedBody(JSON.stringify(describeApi(app)));
    return sendCompressed(request, reply.type('application/json; charset=utf-8'), document);
  });
}

function describeApi(app: NestFastifyApplication): OpenAPIObject {
  const { publicOrigin } = app.get(Settings);
  const prefix = cookiePrefix(publicOrigin);
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Pyramidion')
    .setDescription(
      'The API of the AI-run pyramid scheme that admits it: a parody without any payments.',
    )
    .setVersion('1')
    .addServer(publicOrigin)
    .addCookieAuth(
      `${prefix}session`,
      { type: 'apiKey', in: 'cookie', description: 'Set by POST /api/session' },
      'session',
    )
    .addCookieAuth(
      `${prefix}challenge`,
      { type: 'apiKey', in: 'cookie', description: 'Set by POST /api/session/challenge' },
      'challenge',
    );
  for (const [name, description] of [...sections].sort()) config.addTag(name, description);
  const document = SwaggerModule.createDocument(app, config.build(), {
    standardSchemaConverter: componentsOf,
  });
  for (const { get, post, delete: remove } of Object.values(document.paths)) {
    for (const operation of [get, post, remove]) {
      if (operation === undefined) continue;
      const writes = operation !== get;
      const usual = {
        ...OF_EVERY_ROUTE,
        ...(writes && OF_WRITES),
        ...(operation.requestBody !== undefined && OF_BODIES),
      };
      for (const [status, description] of Object.entries(usual)) {
        operation.responses[status] ??= problemResponse(Number(status), description);
      }
    }
  }
  const { components } = componentsOf(problemSchema, { schemaType: 'output' });
  const schemas = { ...document.components?.schemas, ...components };
  // The builder adds an empty contact.
  const { contact: _, ...info } = document.info;
  return { ...document, info, security: [], components: { ...document.components, schemas } };
}

function componentsOf(given: unknown, { schemaType: io }: { schemaType: 'input' | 'output' }) {
  if (!isZodSchema(given)) throw new TypeError('Routes are documented by zod schemas.');
  const schema = documentedAs.get(given) ?? given;
  const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io });
  const components = Object.fromEntries(
    Object.entries($defs).map(([name, part]) => [name, withoutId(part)]),
  );
  const { id } = json;
  if (id === undefined) return { schema: json, components };
  return {
    schema: { $ref: `#/components/schemas/${id}` },
    components: { ...components, [id]: withoutId(json) },
  };
}

function isZodSchema(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType;
}

function withoutId<T extends { id?: unknown }>(schema: T) {
  const { id: _, ...rest } = schema;
  return rest;
}
