import { describe, expect, test } from '@jest/globals';
import { resolve } from 'node:path';
import { Settings, SETTING_NAMES } from './settings.js';
import { StartError } from './core/errors.js';

const MINT = 'So11111111111111111111111111111111111111112';

describe('settings', () => {
  test('have defaults if no variable is set', () => {
    const { database, ...settings } = new Settings({});
    expect(settings).toMatchObject({
      warnings: [],
      backups: null,
      port: 3000,
      host: '127.0.0.1',
      publicOrigin: 'http://localhost:3000',
      formerOrigins: [],
      solanaNodes: [expect.objectContaining({ host: 'api.mainnet-beta.solana.com' })],
      solanaRpcCallsPerSecond: 100,
      tokenMint: null,
      tokenChartUrl: 'https://pump.fun',
      sessionSecret: null,
      metricsToken: null,
      noticeReceiver: null,
      noticeFormat: null,
      operator: null,
      newWalletsPerAddress: 2000,
      transparencyLogFolder: resolve('data'),
      logLevel: 'info',
      securityContact: null,
      claimDays: 30,
      maxClaims: 1_000_000,
      trustedProxies: 0,
      trustedTypes: 'enforce',
      callsFactor: 1,
      hstsSubdomains: false,
    });
    expect(database).toEqual({ kind: 'sqlite', path: resolve('data/pyramidion.sqlite') });
  });

  test('turn on backups if BACKUP_DIR is set: every 24 hours, keeping 7, unless set otherwise', () => {
    const backups = { folder: '/srv/backups', everyMs: 24 * 3_600_000, keep: 7 };
    expect(new Settings({ BACKUP_DIR: '/srv/backups' }).backups).toEqual(backups);
    const chosen = { BACKUP_DIR: '/srv/backups', BACKUP_EVERY: '6', BACKUP_KEEP: '28' };
    expect(new Settings(chosen).backups).toEqual({ ...backups, everyMs: 6 * 3_600_000, keep: 28 });
  });

  test('treat an empty variable as unset', () => {
    const empty = { TOKEN_MINT: '', PORT: ' ', LOG_DIR: ' ' };
    expect(new Settings(empty)).toEqual(new Settings({}));
  });

  test('take the default origin from PORT, and the default chart from TOKEN_MINT', () => {
    expect(new Settings({ PORT: '8080', TOKEN_MINT: MINT })).toMatchObject({
      publicOrigin: 'http://localhost:8080',
      tokenChartUrl: `https://pump.fun/coin/${MINT}`,
    });
  });

  test('drop a trailing slash of the origin', () => {
    const { publicOrigin } = new Settings({ PUBLIC_ORIGIN: 'https://pyramidion.example/' });
    expect(publicOrigin).toBe('https://pyramidion.example');
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '30.5'],
    ['HOST', 'no host'],
    ['PUBLIC_ORIGIN', 'pyramidion.example'],
    ['FORMER_ORIGINS', 'https://former.example,older.example'],
    ['PUBLIC_ORIGIN', 'https://pyramidion.example/path'],
    ['PUBLIC_ORIGIN', 'https://user:secret@pyramidion.example'],
    ['PUBLIC_ORIGIN', 'ftp://pyramidion.example'],
    ['PUBLIC_ORIGIN', 'https://my_site.example'],
    ['FORMER_ORIGINS', 'https://my_site.example'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['DATABASE_URL', 'mysql://localhost/pyramidion'],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite://data/pyramidion.sqlite'],
    ['DATABASE_URL', 'sqlite:~/pyramidion.sqlite'],
    ['DATABASE_URL', 'sqlite:pyramidion.sqlite?mode=ro'],
    ['BACKUP_DIR', '~/backups'],
    ['PUBLIC_ORIGIN', 'https://$SITE'],
    ['PUBLIC_ORIGIN', 'https://*.pyramidion.example'],
    ['SOLANA_RPC_URL', 'https://$NODE/?key=1'],
    ['SOLANA_RPC_URL', 'node'],
    ['SOLANA_RPC_URL', 'https://node.example,'],
    ['SOLANA_RPC_URL', 'https://node.example,https://node.example'],
    ['TOKEN_MINT', '1'.repeat(44)],
    ['TOKEN_CHART_URL', 'javascript:alert(1)'],
    ['SESSION_SECRET', 'a'.repeat(31)],
    ['METRICS_TOKEN', 'a'.repeat(31)],
    ['METRICS_TOKEN', 'a token with spaces, which has no place in a header'],
    ['NOTIFY_URL', 'chat.example'],
    ['NOTIFY_FORMAT', 'teams'],
    ['TOKEN_CHART_URL', 'https://user:secret@chart.example'],
    ['TOKEN_CHART_URL', 'https://token@chart.example'],
    ['FORMER_ORIGINS', 'https://user:secret@former.example'],
    ['SECURITY_CONTACT', 'https://user:secret@contact.example'],
    ['SECURITY_CONTACT', 'https:contact'],
    ['DATABASE_URL', 'postgres://user:100%@localhost/pyramidion'],
    ['DATABASE_URL', 'postgres://user@localhost/100%'],
    ['PORT', '6000'],
    ['OPERATOR_PORT', '6667'],
    ['OPERATOR_PORT', '0'],
    ['OPERATOR_TOKEN', 'a'.repeat(31)],
    ['SECURITY_CONTACT', 'somebody'],
    ['LOG_LEVEL', 'all'],
    ['TRANSPARENCY_LOG_DIR', '~/log'],
    ['TRUSTED_TYPES', 'report'],
    ['CALLS_FACTOR', '0'],
    ['CALLS_FACTOR', '0x10'],
    ['CALLS_FACTOR', '1e1'],
    ['HSTS_SUBDOMAINS', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '1e0'],
  ])('reject %s=%s with one line that names the setting', (name, value) => {
    const parse = () => new Settings({ [name]: value });
    expect(parse).toThrow(StartError);
    expect(parse).toThrow(new RegExp(`^${name} must be [^\\n]+$`));
  });

  test.each([
    ['https://${SITE}', 'contains ${…}, which is not expanded: write the value out'],
    ['"https://a.example"', 'begins or ends with a quotation mark'],
    ["'https://a.example", 'begins or ends with a quotation mark'],
    ['https://a.\u00a0example', 'contains an invisible character'],
    ['https://a.\u200bexample', 'contains an invisible character'],
    ['https://a.\nexample', 'contains an invisible character'],
  ])('reject the value %j in any setting, with one line that says why', (value, flaw) => {
    for (const name of SETTING_NAMES) {
      expect(() => new Settings({ [name]: value })).toThrow(
        new RegExp(`^${name} ${flaw.replace(/[${}.]/g, '\\$&')}[^\\n;]*$`),
      );
    }
  });

  test('report all invalid settings in one line', () => {
    const parse = () => new Settings({ PORT: 'none', METRICS_TOKEN: 'short' });
    expect(parse).toThrow(/^PORT must be [^\n]+; METRICS_TOKEN must be [^\n]+$/);
  });

  test('remove no-break spaces and line breaks around a value', () => {
    const token = 'a'.repeat(32);
    expect(new Settings({ METRICS_TOKEN: `\n\u00a0${token}\u00a0\n` }).metricsToken).toBe(token);
  });

  test('accept an absolute path after sqlite:// in DATABASE_URL', () => {
    const { database } = new Settings({ DATABASE_URL: 'sqlite:///srv/pyramidion.sqlite' });
    expect(database).toEqual({ kind: 'sqlite', path: '/srv/pyramidion.sqlite' });
  });

  test('reject LOG_DIR, and name the setting that replaced it', () => {
    expect(() => new Settings({ LOG_DIR: '/srv/log' })).toThrow('TRANSPARENCY_LOG_DIR');
  });

  test.each([
    ['http://pyramidion.example', 1],
    ['https://pyramidion.example', 0],
    ['http://127.0.0.1:8080', 0],
  ])('with PUBLIC_ORIGIN=%s, have %d warnings about plain http', (origin, count) => {
    const { warnings } = new Settings({ PUBLIC_ORIGIN: origin });
    expect(warnings).toEqual(
      Array.from({ length: count }, () => expect.stringContaining('is plain http')),
    );
  });

  test.each([{ OPERATOR_PORT: '9000' }, { OPERATOR_TOKEN: 'a'.repeat(32) }])(
    'reject %j alone',
    (settings) => {
      expect(() => new Settings(settings)).toThrow(
        new StartError('OPERATOR_PORT and OPERATOR_TOKEN belong together: set both or neither'),
      );
    },
  );

  test.each(['HOSTNAME', 'PGPASSFILE', 'PORTS', 'NODE_OPTIONS', 'npm_config_cache'])(
    'ignore the environment variable %s',
    (name) => {
      expect(new Settings({ [name]: 'x' })).toEqual(new Settings({}));
    },
  );

  test.each(['SOLANA_RPC_URL', 'NOTIFY_URL', 'TOKEN_CHART_URL', 'PUBLIC_ORIGIN', 'FORMER_ORIGINS'])(
    'reject a URL in %s that cannot be used, without printing its secret',
    (name) => {
      const part = (rest: string) => `https://secret.example${rest}`;
      for (const [address, flaw] of [
        [part(':6000'), 'has a port that browsers and Node do not connect to'],
        [part(':1'), 'has a port that browsers and Node do not connect to'],
        [part('#secret'), 'contains a #, after which nothing is sent'],
        ['https://user:secret%@host.example', 'has a user or password that is not percent-encoded'],
        ['https://user:se/cret@host.example', 'must be '],
      ]) {
        const parse = () => new Settings({ [name]: address });
        expect(parse).toThrow(StartError);
        expect(parse).toThrow(new RegExp(`^${name} ${String(flaw)}[^\\n]*$`));
        expect(parse).not.toThrow(/secret/);
      }
    },
  );

  test('keep the order of the nodes in SOLANA_RPC_URL', () => {
    const { solanaNodes } = new Settings({
      SOLANA_RPC_URL: 'https://one.example/?key=1, https://user:pass@two.example',
    });
    expect(solanaNodes.map(({ host }) => host)).toEqual(['one.example', 'two.example']);
  });

  test('do not print the key in a wrong SOLANA_RPC_URL', () => {
    const parse = () => new Settings({ SOLANA_RPC_URL: 'wss://node/?api-key=secret' });
    expect(parse).toThrow(StartError);
    expect(parse).not.toThrow(/secret/);
  });

  test.each([
    'postgres://user:password@db.example:5432/pyramidion?sslmode=require',
    'postgresql://localhost/pyramidion',
    'postgres://postgres@localhost/pyramidion?host=/run/postgresql',
  ])('accept PostgreSQL: DATABASE_URL=%s', (url) => {
    const { database } = new Settings({ DATABASE_URL: url });
    expect(database).toEqual({ kind: 'postgres', url });
  });

  test('do not print the password in a wrong DATABASE_URL', () => {
    const parse = () => new Settings({ DATABASE_URL: 'mysql://user:secret@db/x' });
    expect(parse).toThrow(StartError);
    expect(parse).not.toThrow(/secret/);
  });

  test.each([
    ['off', 0],
    ['1', 1],
    ['2', 2],
  ])('with TRUST_PROXY=%s, trust %i proxies', (value, trustedProxies) => {
    expect(new Settings({ TRUST_PROXY: value })).toMatchObject({ trustedProxies });
  });
});
