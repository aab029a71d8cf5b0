import { expect, test } from '@jest/globals';
import { MissingRequirement } from '../commands/requirements.js';
import { outcomeOf, runScenario } from './report.js';

test('fails a scenario whose programs are missing, with a remedy, and passes one without faults', async () => {
  const needsCaddy = () => Promise.reject(new MissingRequirement('This needs Caddy: …'));
  expect(await runScenario('rolling-restarts', needsCaddy)).toEqual({
    isKept: false,
    text: 'rolling-restarts    NOT RUN: This needs Caddy: …',
  });

  const keepsAll = () => Promise.resolve(outcomeOf({ harmed: 1 }));
  expect((await runScenario('rush', keepsAll)).isKept).toBe(true);
});

test('rethrows any other error of a scenario', async () => {
  const breaks = () => Promise.reject(new TypeError('not foreseen'));
  await expect(runScenario('rush', breaks)).rejects.toThrow('not foreseen');
});
