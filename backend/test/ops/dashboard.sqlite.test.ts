import { expect, test } from '@jest/globals';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { z } from 'zod';
import { eventually } from '../support/eventually.js';
import { withFolder } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';

const ALERTS = 'deploy/prometheus/alerts.yml';

const { panels } = z
  .object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).min(1) })),
  })
  .parse(JSON.parse(readFileSync('deploy/grafana.json', 'utf8')));

const QUERIES = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const installed = ['prometheus', 'promtool'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

const answerSchema = z.object({
  status: z.string(),
  data: z.object({ result: z.array(z.unknown()) }).optional(),
});

async function withServer(work: (url: string, folder: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const server = await startTestServer({ BACKUP_DIR: join(folder, 'backups') });
    try {
      await work(server.url, folder);
    } finally {
      await server.close();
    }
  });
}

test('a server with backups exports the pyramidion_, http_ and nodejs_ metrics that the dashboard and the alerts use', async () => {
  await withServer(async (url) => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const asked = [...QUERIES, await readFile(ALERTS, 'utf8')].flatMap(
      (text) => text.match(/\b(?:pyramidion|http|nodejs)_\w+/g) ?? [],
    );
    expect(asked.length).toBeGreaterThan(QUERIES.length);
    const missing = asked.filter((name) => {
      const family = name.replace(/_(?:count|sum|bucket)$/, '');
      return !metrics.includes(`# TYPE ${name} `) && !metrics.includes(`# TYPE ${family} `);
    });
    expect(missing).toEqual([]);
  });
});

(installed ? test : test.skip)(
  'Prometheus runs every query of the dashboard without an error (skipped without Prometheus)',
  async () => {
    await withServer(async (serverUrl, folder) => {
      const config = join(folder, 'prometheus.yml');
      await writeFile(
        config,
        JSON.stringify({
          scrape_configs: [
            {
              job_name: 'pyramidion',
              scrape_interval: '1s',
              static_configs: [{ targets: [new URL(serverUrl).host] }],
            },
          ],
        }),
      );
      const address = `127.0.0.1:${await getPort()}`;
      const prometheus = spawn(
        'prometheus',
        [
          `--config.file=${config}`,
          `--storage.tsdb.path=${join(folder, 'data')}`,
          `--web.listen-address=${address}`,
        ],
        { stdio: 'ignore' },
      );
      const closed = once(prometheus, 'close');
      const ask = async (query: string) => {
        const url = `http://${address}/api/v1/query?query=${encodeURIComponent(query)}`;
        return answerSchema.parse(await (await fetch(url)).json());
      };
      try {
        const up = () =>
          ask('up{job="pyramidion"} == 1').then(
            ({ data }) => data?.result.length ?? 0,
            () => 0,
          );
        await eventually(up, 1);
        const answers = await Promise.all(QUERIES.map(ask));
        expect(answers.map(({ status }) => status)).toEqual(QUERIES.map(() => 'success'));
      } finally {
        prometheus.kill();
        await closed;
      }
    });
  },
);

(installed ? test : test.skip)(
  'promtool accepts the metrics and the alerts (skipped without Prometheus)',
  async () => {
    await withServer(async (url) => {
      const run = promisify(execFile);
      await run('promtool', ['check', 'rules', ALERTS]);
      await run('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml']);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const check = spawnSync('promtool', ['check', 'metrics'], { input: metrics });
      expect(String(check.stderr)).toBe('');
      expect(check.status).toBe(0);
    });
  },
);
