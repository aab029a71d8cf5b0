import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { startFakeNode, type FakeNode } from '../support/faults/fake-node.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const run = promisify(execFile);

const GENEROUS_MS = 180_000;

const ROOT = path.resolve(__dirname, '../../..');

/** Option of Node.js that loads TypeScript 5 in place of our version, which lacks the API that the generator uses. */
const WITH_OLD_TYPESCRIPT = `--import=data:text/javascript,${encodeURIComponent(
  `import { register } from 'node:module';
   const hook = "export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context)";
   register('data:text/javascript,' + encodeURIComponent(hook));`,
)}`;

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['query', 'path']),
  required: z.boolean().default(false),
  schema: z.unknown(),
});

const mediaSchema = z.object({
  schema: z.looseObject({ $ref: z.string().optional() }),
  example: z.json().optional(),
});

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).length(1),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.object({ content: z.record(z.string(), mediaSchema) }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      content: z.record(z.string(), mediaSchema).optional(),
      headers: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

const documentSchema = z.object({
  info: z.record(z.string(), z.unknown()),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    securitySchemes: z.record(z.string(), z.object({ in: z.string(), name: z.string() })),
  }),
});

type Operation = z.infer<typeof operationSchema>;

let node: FakeNode;
let server: TestServer;
let folder: string;
let file: string;
let document: z.infer<typeof documentSchema>;

beforeAll(async () => {
  node = await startFakeNode();
  server = await startTestServer({ CALLS_FACTOR: '100', SOLANA_RPC_URL: node.url });
  folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-openapi-'));
  file = path.join(folder, 'openapi.json');
  const text = await (await fetch(`${server.url}/api/docs-json`)).text();
  await writeFile(file, text);
  document = documentSchema.parse(JSON.parse(text));
});

afterAll(async () => {
  await server.close();
  await node.close();
  await rm(folder, { recursive: true });
});

function operations() {
  return Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at, method, operation })),
  );
}

function componentOf(reference: string) {
  return document.components.schemas[reference.replace('#/components/schemas/', '')];
}

function exampleOf({ $ref = '' }: { readonly $ref?: string | undefined }): unknown {
  return componentOf($ref)?.example;
}

const validators = new Map<string, z.ZodType>();

function validatorOf(schema: unknown): z.ZodType {
  const whole = { allOf: [schema], $defs: document.components.schemas };
  const text = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
  const validator =
    validators.get(text) ??
    z.fromJSONSchema(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
  validators.set(text, validator);
  return validator;
}

const OF_EVERY_CALL = ['429', '503'];

function apiPage(): string {
  const calls = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route, method, operation })),
  );
  const sections = document.tags.map(({ name, description }) => {
    const lines = calls
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ route, method, operation: { summary, parameters, responses } }) => {
        const query = parameters.filter((each) => each.in === 'query').map((each) => each.name);
        const call = `${method.toUpperCase()} ${route}${query.length === 0 ? '' : `?${query.join('&')}`}`;
        const statuses = Object.keys(responses).filter((each) => !OF_EVERY_CALL.includes(each));
        return `- \`${call}\`: ${summary} (${statuses.join(', ')})`;
      });
    return [`## ${name}`, `${description}:`, lines.join('\n')];
  });
  const intro =
    "For developers of clients: the calls and their usual statuses. Any call can get 429 or 503. On a running server,\n`/api/docs` has the details, and `/api/docs-json` is the OpenAPI document. The transparency log's tiles below\n`/log/tile/` follow [C2SP](https://c2sp.org/tlog-tiles).";
  return `${['# The API', intro, ...sections.flat()].join('\n\n')}\n`;
}

test('every call has a tag with a description', () => {
  const used = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  );
  expect(new Set(document.tags.map(({ name }) => name))).toEqual(new Set(used));
});

test('docs/api.md lists every call of the OpenAPI document', async () => {
  const page = apiPage();
  if (process.env['UPDATE_DOCS'] === '1') await writeFile('docs/api.md', page);
  expect(await readFile('docs/api.md', 'utf8')).toBe(page);
});

describe('the OpenAPI document', () => {
  test(
    'passes the linter',
    async () => {
      const cli = path.join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
      const config = path.join(ROOT, 'redocly.yaml');
      const env = {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      };
      const { stderr } = await run(process.execPath, [cli, 'lint', file, `--config=${config}`], {
        env,
      });
      expect(stderr).toContain('Your API description is valid');
    },
    GENEROUS_MS,
  );

  test('has operation names that begin with a verb, and named schemas such as Problem and WalletAddress', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(names).toContain('recordReferral');
    const verb = /^(call|check|decline|download|draw|get|list|record|request|sign)[A-Z]\w+$/;
    for (const name of names) expect(name).toMatch(verb);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Problem', 'Referral', 'ReferralStats', 'RpcRequest']),
    );
    const { pattern } = document.components.schemas['WalletAddress'] ?? {};
    expect(pattern).toBe('^[1-9A-HJ-NP-Za-km-z]{32,44}$');
  });

  test('says that /api/rpc omits fields of accounts, and how many calls a batch may have', () => {
    const description = document.paths['/api/rpc']?.['post']?.description ?? '';
    expect(description).toContain('all other fields are omitted');
    expect(description).toContain('A batch has up to 10 calls');
  });

  test('documents 503 for each operation, and Retry-After for 429 and 503', () => {
    for (const { operation } of operations()) {
      expect(operation.responses).toHaveProperty('503');
      for (const status of ['429', '503']) {
        const response = operation.responses[status];
        if (response) expect(response.headers).toHaveProperty('Retry-After');
      }
    }
  });

  test('documents 413, 415 and 429 for each operation with a body', () => {
    const withBody = operations().filter(({ operation }) => operation.requestBody !== undefined);
    expect(withBody.length).toBeGreaterThan(3);
    for (const { operation } of withBody) {
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['413', '415', '429']),
      );
    }
  });

  test('declares the cookies, but no licence or contact', () => {
    expect(document.components.securitySchemes).toMatchObject({
      session: { in: 'cookie', name: 'session' },
      challenge: { in: 'cookie', name: 'challenge' },
    });
    expect(document.info).not.toHaveProperty('license');
    expect(document.info).not.toHaveProperty('contact');
  });

  test('has a valid example of every JSON body and answer', () => {
    const media = operations()
      .flatMap(({ operation }) => [operation.requestBody, ...Object.values(operation.responses)])
      .flatMap((body) => Object.entries(body?.content ?? {}))
      .filter(([type]) => type.includes('json'));
    expect(media.length).toBeGreaterThan(30);
    for (const [, { schema, example = exampleOf(schema) }] of media) {
      validatorOf(schema).parse(example);
    }
  });

  test('describes pictures by their media types', () => {
    const pictures = operations().filter(({ operation }) => operation.tags[0] === 'card');
    expect(pictures).toHaveLength(5);
    for (const { operation } of pictures) {
      expect(Object.keys(operation.responses['200']?.content ?? {}).join()).toMatch(/^image\/\w+/);
    }
  });
});

test(
  'TypeScript types generated from the document compile',
  async () => {
    const types = path.join(folder, 'types.ts');
    const generator = path.join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
    await run(process.execPath, [WITH_OLD_TYPESCRIPT, generator, file, '-o', types]);
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '--strict', '--noEmit', '--ignoreConfig', types]);
    expect(await readFile(types, 'utf8')).toContain('recordReferral');
  },
  GENEROUS_MS,
);

describe('the server, called with valid and invalid requests,', () => {
  test(
    'returns only documented answers',
    async () => {
      const seen = new Set<string>();
      for (const { at, method, operation } of operations()) {
        await fc.assert(
          fc.asyncProperty(requestTo(operation), async ({ parameters, body, type }) => {
            const url = urlOf(at, parameters);
            const response = await fetch(server.url + url, {
              method: method.toUpperCase(),
              ...(body !== undefined && { body, headers: { 'content-type': type } }),
            });
            const documented = operation.responses[response.status];
            const text = await response.text();
            if (documented === undefined)
              throw new Error(`${response.status} is undocumented: ${text}`);
            seen.add(`${method} ${at} ${response.status}`);
            const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';');
            const { schema } = documented.content?.[mediaType] ?? {};
            if (text !== '' && schema === undefined)
              throw new Error(`${mediaType} is undocumented`);
            if (mediaType.startsWith('image/') || mediaType === 'text/plain') return;
            const values = mediaType === 'application/x-ndjson' ? text.trim().split('\n') : [text];
            for (const value of values) {
              if (value !== '') validatorOf(schema).parse(JSON.parse(value));
            }
          }),
          // Pictures are slow to draw.
          { numRuns: operation.tags[0] === 'card' ? 4 : 20, seed: 1 },
        );
      }
      expect([...seen]).toEqual(
        expect.arrayContaining([
          'post /api/referral 201',
          'post /api/referral 400',
          'post /api/referral 415',
          'post /api/rpc 200',
          'post /api/session 401',
          'get /api/pyramid 200',
          'get /api/pyramid 400',
        ]),
      );
    },
    GENEROUS_MS,
  );
});

interface Request {
  readonly parameters: readonly { readonly name: string; readonly in: string; value: unknown }[];
  readonly body: string | undefined;
  readonly type: string;
}

function requestTo({ parameters, requestBody }: Operation): fc.Arbitrary<Request> {
  const values = parameters.map(({ schema, required, ...place }) => {
    const value = valueOf(schema);
    return (required ? value : fc.option(value, { nil: undefined })).map((chosen) => ({
      ...place,
      value: chosen,
    }));
  });
  const [type = '', media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const good = valueOf(media?.schema).map((value) => JSON.stringify(value));
  const body =
    media === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 4, arbitrary: good },
          { weight: 1, arbitrary: fc.string({ minLength: 1 }) },
        );
  return fc.record({
    parameters: fc.tuple(...values),
    body,
    type: fc.oneof(
      { weight: 5, arbitrary: fc.constant(type) },
      { weight: 1, arbitrary: fc.constant('text/plain') },
    ),
  });
}

function urlOf(at: string, parameters: Request['parameters']): string {
  let url = at;
  const query = new URLSearchParams();
  for (const { name, in: place, value } of parameters) {
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (place === 'path') url = url.replace(`{${name}}`, () => encodeURIComponent(text));
    else query.append(name, text);
  }
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}

const partSchema = z.object({
  $ref: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  example: z.unknown().optional(),
});

function valueOf(schema: unknown): fc.Arbitrary<unknown> {
  const { data: part } = partSchema.safeParse(schema);
  if (part === undefined) return fc.jsonValue();
  const generated = generatedFrom(part);
  if (part.example === undefined) return generated;
  return fc.oneof(fc.constant(part.example), generated);
}

function generatedFrom(part: z.infer<typeof partSchema>): fc.Arbitrary<unknown> {
  if (part.$ref !== undefined) {
    return valueOf(componentOf(part.$ref));
  }
  const choices = part.anyOf ?? part.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valueOf));
  if (part.const !== undefined) return fc.constant(part.const);
  if (part.enum !== undefined) return fc.constantFrom(...part.enum);
  switch (part.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(part.properties ?? {}).map(([name, inner]) => [name, valueOf(inner)]),
        ),
        { requiredKeys: part.required },
      );
    case 'array':
      return fc.array(valueOf(part.items), {
        minLength: part.minItems ?? 0,
        maxLength: Math.min(part.maxItems ?? 3, 3),
      });
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(part.minimum ?? -9, -9),
        max: Math.min(part.maximum ?? 99, 99),
      });
    case 'string':
      return part.pattern === undefined
        ? fc.string({ maxLength: Math.min(part.maxLength ?? 20, 20) })
        : fc.stringMatching(new RegExp(part.pattern));
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}
