import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDatabase } from '../src/seed/seed.js';
import { questionsAbout } from './questions.js';
import type { ServerUnderLoad } from './server-under-load.js';
import { startServerUnderLoad } from './server-under-load.js';
import { median } from './statistics.js';

/** Wallets. The first size is the yardstick, and what the others take is also given as a ratio to it. */
const SIZES = [1_000, 100_000, 1_000_000];

const FIRST_PORT = 41_300;
const ROUNDS = 15;
const QUIET_REQUESTS = 100;
const BUSY_REQUESTS = 400;
const BUSY_CONNECTIONS = 20;

interface Subject {
  readonly size: number;
  readonly server: ServerUnderLoad;
  readonly questions: ReadonlyMap<string, string>;
}

interface Figures {
  /** Milliseconds, one request at a time. */
  readonly p50: number;
  /** With 20 connections. */
  readonly requestsPerSecond: number;
}

async function prepare(folder: string, size: number, port: number): Promise<Subject> {
  const path = join(folder, `${size}.sqlite`);
  const started = performance.now();
  await seedDatabase(`sqlite:${path}`, size);
  const seconds = (performance.now() - started) / 1000;
  console.log(`seeded ${size} wallets in ${seconds.toFixed(1)} s`);
  const questions = await questionsAbout(path);
  return { size, questions, server: await startServerUnderLoad(port, path) };
}

/** Takes the sizes in turn, round by round, so that whatever else the machine does weighs on all of them alike. */
async function measure(subjects: readonly Subject[], question: string): Promise<Figures[]> {
  const quiet = subjects.map((): number[] => []);
  const busy = subjects.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { server, questions }] of subjects.entries()) {
      const path = questions.get(question) ?? '/';
      quiet[index]?.push(...(await server.time(path, QUIET_REQUESTS, 1)));
      const started = performance.now();
      await server.time(path, BUSY_REQUESTS, BUSY_CONNECTIONS);
      busy[index]?.push((1000 * BUSY_REQUESTS) / (performance.now() - started));
    }
  }
  return subjects.map((_subject, index) => ({
    p50: median(quiet[index] ?? []),
    requestsPerSecond: median(busy[index] ?? []),
  }));
}

function report(question: string, subjects: readonly Subject[], figures: readonly Figures[]): void {
  const [yardstick] = figures;
  if (yardstick === undefined) return;
  for (const [index, { p50, requestsPerSecond }] of figures.entries()) {
    const cells = [
      question.padEnd(30),
      String(subjects[index]?.size ?? 0).padStart(9),
      `${p50.toFixed(3)} ms`.padStart(10),
      `× ${(p50 / yardstick.p50).toFixed(2)}`,
      `${requestsPerSecond.toFixed(0)}/s`.padStart(8),
      `× ${(requestsPerSecond / yardstick.requestsPerSecond).toFixed(2)}`,
    ];
    console.log(cells.join('  '));
  }
}

const folder = await mkdtemp(join(tmpdir(), 'pyramidion-bench-'));
const subjects: Subject[] = [];
try {
  for (const [index, size] of SIZES.entries()) {
    subjects.push(await prepare(folder, size, FIRST_PORT + index));
  }
  for (const question of subjects[0]?.questions.keys() ?? []) {
    report(question, subjects, await measure(subjects, question));
  }
} finally {
  for (const { server } of subjects) await server.stop();
  await rm(folder, { recursive: true });
}
