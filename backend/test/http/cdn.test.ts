import { afterEach, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { Clock } from '../../src/core/clock.js';
import { ask } from '../support/ask.js';
import { isInstalled, startCaddy, startNginx, type Change } from '../support/proxies.js';
import { recordLog } from '../support/recorded-log.js';
import { startTestServer } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';

const CDN = '127.0.0.9';

const DIRECT = '127.0.0.5';

interface Setup {
  readonly start: typeof startCaddy;
  /** Adds the lines about a CDN from docs/operating.md. */
  readonly trust: Change;
  /** TRUST_PROXY with and without the lines of `trust`. */
  readonly proxies: readonly [trusting: string, released: string];
}

const SETUPS: Readonly<Record<keyof typeof isInstalled, Setup>> = {
  caddy: {
    start: startCaddy,
    trust: (config) => config.replace(/^\treverse_proxy .*$/m, `$&\n\t\ttrusted_proxies ${CDN}/32`),
    proxies: ['2', '1'],
  },
  nginx: {
    start: startNginx,
    trust: (config) => `set_real_ip_from ${CDN}/32; real_ip_header CF-Connecting-IP; ${config}`,
    proxies: ['1', '1'],
  },
};

let stop: () => Promise<void>;

afterEach(() => stop());

describe.each(['caddy', 'nginx'] as const)('%s behind a CDN (skipped if not installed)', (name) => {
  const testWithProxy = isInstalled[name] ? test : test.skip;
  const { start, trust, proxies } = SETUPS[name];

  async function startSite(trustProxy: string, change: Change) {
    const port = await getPort();
    const recorded = recordLog('warn');
    const server = await startTestServer(
      { PUBLIC_ORIGIN: `http://site.localhost:${port}`, TRUST_PROXY: trustProxy },
      new Clock(),
      recorded.log,
    );
    const proxy = await start(port, new URL(server.url).host, change);
    stop = async () => {
      await proxy.stop();
      await server.close();
    };
    let claims = 0;
    const claim = async (from: string, visitor: string): Promise<number | undefined> => {
      claims += 1;
      const headers = {
        host: `site.localhost:${port}`,
        'content-type': 'application/json',
        'cf-connecting-ip': visitor,
        // Cloudflare appends the visitor's address to the addresses that the visitor has sent.
        'x-forwarded-for': `203.0.113.${claims}, ${visitor}`,
      };
      const body = JSON.stringify({ referrerId: wallet('top'), recruitId: wallet(claims) });
      const options = { method: 'POST', localAddress: from, headers };
      return (await ask(`${proxy.url}/api/referral`, options, body)).status;
    };
    const claimTimes = async (times: number, from: string, visitorOf: (time: number) => string) => {
      const statuses: unknown[] = [];
      for (let time = 0; time < times; time += 1) statuses.push(await claim(from, visitorOf(time)));
      return statuses.filter((status) => status === 201).length;
    };
    return { recorded, claimTimes };
  }

  testWithProxy(
    'with the configuration of deploy/, makes all visitors share one limit, and the server warns once',
    async () => {
      const { recorded, claimTimes } = await startSite(proxies[1], (config) => config);
      expect(await claimTimes(40, CDN, (time) => `192.0.${time}.1`)).toBe(30);
      expect(recorded.text().match(/A CDN in front/g)).toHaveLength(1);
    },
  );

  testWithProxy(
    'with the lines about a CDN from the docs, gives each visitor a limit, and the server does not warn of a CDN',
    async () => {
      const { recorded, claimTimes } = await startSite(proxies[0], trust);
      expect(await claimTimes(40, CDN, (time) => `192.0.${time}.1`)).toBe(40);
      expect(await claimTimes(40, CDN, () => '198.51.100.1')).toBe(30);
      expect(recorded.text()).not.toContain('A CDN in front');
    },
  );

  testWithProxy(
    'with the lines about a CDN from the docs, ignores the headers of a client that bypasses the CDN',
    async () => {
      const { claimTimes } = await startSite(proxies[0], trust);
      expect(await claimTimes(40, DIRECT, (time) => `192.0.${time}.1`)).toBe(30);
    },
  );
});
