import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';

/**
 * The loops and direct recursions of code that a request may reach, and what bounds each. A `for … of` loop is bounded
 * by its list, and is not listed.
 */
const BOUNDS: Readonly<Record<string, string>> = {
  'core/build.ts: rootAbove()': 'the depth of a folder of this machine',
  'core/endpoint.ts: causeOf()': 'the causes of an error of fetch',
  'core/errors.ts: firstCause()': 'the causes of our own errors',
  'core/files.ts: makeFolder()': 'the depth of a folder in the settings',
  'core/slices.ts: for (let step = steps.next(); ; step = steps.next())':
    'the steps of the computation; it waits for a turn of the event loop after each',
  'core/periodic-job.ts: for (let ms = this.firstInMs; await pause(ms); ms = this.pauseMs)':
    'ends with the server; it pauses in each round',
  'database/database-errors.ts: causeOf()': 'the causes of our own errors',
  'database/fair-queue.ts: while (taken.length < max)': 'the items in the queue',
  'database/postgres/open-postgres.ts: for (let waited = 0; ; waited += POLL_MS)': 'a time limit',
  'database/postgres/session-settings.ts: for (let look = 1; look <= LOOKS; look += 1)': 'LOOKS',
  'database/reader.ts: while (page.length > 0)': 'the rows of a table; it waits for each page',
  'database/write-in-turns.ts: while ((await write()) && signal?.aborted !== true)':
    'the rows to change; it pauses between two transactions',
  'database/writer.ts: while (this.jobs.length > 0)': 'MAX_WAITING',
  'database/writer.ts: for (;;)': 'a time limit',
  'database/writer.ts: while (queue.length + postponed.length > 0)': 'MAX_WAITING',
  'operator/site-checks.ts: for (let looks = 1; ; looks += 1)': 'LOOKS',
  'points/ledger.repository.ts: while (waiting.length > 0)': 'the entries of a batch',
  'database/writer.ts: this.writeItems()': 'the halves of a batch',
  'http/rate-limiter.ts: consume()': 'one repetition, since the entry was deleted before',
  'report/count-report.ts: for (let start = 0; start < page.length; start += FIELDS)':
    'the wallets of a page',
  'report/count-report.ts: for (let wallet = 0; wallet < size; wallet += 1)':
    'the wallets; it yields every SLICE of them',
  'report/count-report.ts: while (from < to)': 'the binary logarithm of the number of wallets',
  'report/count-report.ts: for (let index = 0; index < met; index += 1)':
    'the wallets, since each is met once; it yields every SLICE of them',
  'report/count-report.ts: for (let index = met - 1; index >= 0; index -= 1)':
    'the wallets; it yields every SLICE of them',
  'report/count-report.ts: for (let wallet = 0; wallet < points.length; wallet += 1)':
    'the wallets; it yields every SLICE of them',
  'rpc/node-health.ts: for (let tries = 1; ; tries += 1)': 'LOOKS',
  'rpc/upstream.ts: for (;;)': 'NODE_QUOTA_WAIT_MS; it pauses in each round',
  'shared/collapse.ts: for (let seed = Math.imul(day, 0x9e3779b1) >>> 0; ; seed = (seed + 1) >>> 0)':
    'a few seeds, since 79 % or more of them use up everyone alive',
  'shared/collapse.ts: for (;;)': 'the number of people alive',
  'shared/collapse.ts: for (let person = 0; person < asked; person += 1)': 'COUNTED_ONE_BY_ONE',
  'shared/collapse.ts: for (let draw = 0; draw < 12; draw += 1)': '12',
  'shared/merkle-tree.ts: while (hashes.length > HASH_BYTES)': 'the 8 levels of a tile',
  'shared/merkle-tree.ts: while (power * 2 < number)': '53, since the size is a safe integer',
  'shared/merkle-tree.ts: this.range()': 'twice the levels of a tree with a safe integer of leaves',
  'shared/merkle-tree.ts: this.combine()':
    'twice the levels of a tree with a safe integer of leaves',
  'shared/referral-link.ts: for (let round = 0; round < MAX_ENCODINGS; round += 1)':
    'MAX_ENCODINGS',
  'site/canonical-path.ts: while (segments.at(-1) === "")': 'MAX_URL',
  'transparency-log/checkpoints.ts: for (let renewals = 0; renewals < 2 && sizeOf(note) < size; renewals += 1)':
    '2',
  'transparency-log/log-entry.repository.ts: for (let begin = 0, isLast = false; !isLast; begin += PAGE)':
    'the entries of the log; it waits for each page',
  'transparency-log/log-tree.ts: for (let at = 0; at < roots.length; at += HASH_BYTES)':
    'the full tiles of the newest checkpoint, once a start',
  'transparency-log/log-tree.ts: while (this.size < size)':
    'the entries of the log; it waits for each tile',
  'transparency-log/log-tree.ts: this.addRoot()': 'the levels of tiles',
  'transparency-log/proofs.controller.ts: for (let begin = first; begin < size; begin += PAGE)':
    'the entries of the log; it waits until the client has read each page',
};

/** Patterns that take quadratic time for some texts, or are built at run time, and why that does no harm. */
const PATTERNS: Readonly<Record<string, string>> = {
  'core/endpoint.ts: new RegExp': 'reads the settings of the operator',
  'database/objects/triggers.ts: /\\w+_\\w+/g': 'reads our own SQL',
  'http/connections.ts: new RegExp': 'anchored, without alternatives, and reads 4,000 characters',
  'site/build-site.ts: new RegExp': 'reads our own template',
  'shared/referral-link.ts: /^(1*)([1-9A-HJ-NP-Za-km-z]*)$/': 'the text has at most 44 characters',
};

const SOURCE = 'backend/src';

/** Folders whose code no request reaches. */
const UNREACHED = /^(?:ops|verify|doctor|moderation|database\/migrations)\//;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.test)\.ts$/.test(file) && !UNREACHED.test(file),
);

/** Code that may take long: loops and recursions, named as in {@link BOUNDS}, and patterns. */
interface Found {
  readonly loops: string[];
  readonly patterns: { readonly place: string; readonly pattern: RegExp | null }[];
}

function searchAll(): Found {
  const found: Found = { loops: [], patterns: [] };
  for (const file of files) {
    const path = join(SOURCE, file);
    const text = readFileSync(path, 'utf8');
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    search(source, [], file.replaceAll('\\', '/'), found);
  }
  return found;
}

/** @param inside names of the functions around the node */
function search(node: ts.Node, inside: readonly string[], file: string, found: Found): void {
  const head = (until: ts.Node): string =>
    node
      .getText()
      .slice(0, until.getFullStart() - node.getStart())
      .replaceAll(/\s+/g, ' ')
      .replaceAll("'", '"');
  if (ts.isForStatement(node) || ts.isWhileStatement(node)) {
    found.loops.push(`${file}: ${head(node.statement)}`);
  } else if (ts.isDoStatement(node)) {
    found.loops.push(`${file}: do while (${node.expression.getText()})`);
  } else if (ts.isCallExpression(node) && inside.includes(calledBy(node))) {
    found.loops.push(`${file}: ${calledBy(node)}()`);
  } else if (ts.isRegularExpressionLiteral(node)) {
    const literal = node.getText();
    const end = literal.lastIndexOf('/');
    const pattern = new RegExp(literal.slice(1, end), literal.slice(end + 1));
    found.patterns.push({ place: `${file}: ${literal}`, pattern });
  } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
    found.patterns.push({ place: `${file}: new RegExp`, pattern: null });
  }
  const name = nameOf(node);
  const around = name === null ? inside : [...inside, name];
  ts.forEachChild(node, (child) => search(child, around, file, found));
}

/** Returns the name of a called function or method of `this`; empty for any other call. */
function calledBy({ expression }: ts.CallExpression): string {
  const isOwn =
    ts.isPropertyAccessExpression(expression) &&
    expression.expression.kind === ts.SyntaxKind.ThisKeyword;
  if (isOwn) return `this.${expression.name.text}`;
  return ts.isIdentifier(expression) ? expression.text : '';
}

function nameOf(node: ts.Node): string | null {
  if (ts.isMethodDeclaration(node)) return `this.${node.name.getText()}`;
  const isFunction =
    ts.isFunctionDeclaration(node) ||
    (ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      ts.isFunctionLike(node.initializer));
  return isFunction && node.name !== undefined ? node.name.getText() : null;
}

const found = searchAll();

test('every for or while loop and direct recursion that a request may reach is listed with its bound', () => {
  expect(found.loops.filter((loop) => !(loop in BOUNDS))).toEqual([]);
});

/** Minimum length of an attacking text. Quadratic patterns take far more than {@link MAX_MS} for it. */
const LENGTH = 20_000;

/** Limit of the CPU time in ms, between the times of linear and of quadratic patterns. */
const MAX_MS = 30;

/** Returns texts that repeat a part of the pattern or a common character, with an end that most patterns reject. */
function attacksOn({ source }: RegExp): string[] {
  const literal = source.replaceAll(/\\([^a-z\d])/gi, '$1');
  const words = literal.match(/[\w /:;,.=%#&"[-]+/g) ?? [];
  const characters = Array.from(`${literal} /\t0aA-.;,=%x\u200b`);
  const units = new Set([...words, ...characters, '%41', '0.']);
  const beginnings = new Set(['', ...words, 'x', '=', ';', '0', '"', '[']);
  const attacks: string[] = [];
  for (const unit of units) {
    const repeated = unit.repeat(Math.ceil(LENGTH / unit.length));
    for (const beginning of beginnings) attacks.push(`${beginning}${repeated}\u0001\n\u0001`);
  }
  return attacks;
}

/** Returns the CPU time in ms. Garbage collection may disturb one of several attempts. */
function costOf(pattern: RegExp, text: string): number {
  const attempts: number[] = [];
  do {
    const before = process.cpuUsage();
    pattern.lastIndex = 0;
    text.replace(pattern, '');
    const { user, system } = process.cpuUsage(before);
    attempts.push((user + system) / 1_000);
  } while (attempts.length < 3 && Math.min(...attempts) > MAX_MS);
  return Math.min(...attempts);
}

const isSlow = (pattern: RegExp): boolean =>
  attacksOn(pattern).some((text) => costOf(pattern, text) > MAX_MS);

test.each([/\/+$/, /^(1*)([1-9A-Z]*)$/, /\s+$/g, /(a+)b/, /\/log\/(.*)$/])(
  'recognizes that %s is slow',
  (pattern) => expect(isSlow(pattern)).toBe(true),
);

test('every pattern that a request may reach withstands the attacks, or is listed as harmless', () => {
  const suspects = found.patterns
    .filter(({ place, pattern }) => !(place in PATTERNS) && (pattern === null || isSlow(pattern)))
    .map(({ place }) => place);
  expect(suspects).toEqual([]);
}, 240_000);
