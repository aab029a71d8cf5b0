/** A picture of some of the metrics over time. */
interface Panel {
  readonly title: string;
  readonly description: string;
  /** As Grafana calls it. */
  readonly unit: string;
  /** PromQL by what its lines are called; `{{label}}` stands for a label's value. */
  readonly lines: Readonly<Record<string, string>>;
}

const REQUESTS = 'http_request_duration_seconds';

const PANELS: readonly Panel[] = [
  {
    title: 'Steps of visitors, an hour',
    description: 'How many come as far as each step. Pages are asked for by robots, too.',
    unit: 'short',
    lines: {
      page: `sum(increase(${REQUESTS}_count{method="GET",route=~"/[a-z-]*|/pyramid/:wallet",route!="/metrics",status=~"200|304"}[1h]))`,
      connected: 'sum(increase(pyramidion_connecting_total{outcome="connected"}[1h]))',
      'signed in': 'sum(increase(pyramidion_sign_ins_total{outcome="opened"}[1h]))',
      proven: 'sum(increase(pyramidion_referrals_total{outcome="proven"}[1h]))',
    },
  },
  {
    title: 'How connecting ends, an hour',
    description: 'blocked: Phantom has the site on its list. misaddressed: see PUBLIC_ORIGIN.',
    unit: 'short',
    lines: { '{{outcome}}': 'sum by (outcome) (increase(pyramidion_connecting_total[1h]))' },
  },
  {
    title: 'Claims never proven, a day',
    description: 'Claims that came, and those that ended without a proof. See `ops activity`.',
    unit: 'short',
    lines: {
      claimed: 'sum(increase(pyramidion_referrals_total{outcome="claimed"}[1d]))',
      '{{reason}}': 'sum by (reason) (increase(pyramidion_claims_ended_total[1d]))',
    },
  },
  {
    title: 'Farms',
    description: 'Referrers whose recruits look like the keys of one person. See `ops suspects`.',
    unit: 'short',
    lines: {
      suspects: 'max(pyramidion_suspects)',
      'proven in ten minutes': 'sum(increase(pyramidion_referrals_total{outcome="proven"}[10m]))',
    },
  },
  {
    title: 'Calls beyond their budget, a second',
    description: 'Refused with 429, by route. CALLS_FACTOR raises what an address may call.',
    unit: 'reqps',
    lines: { '{{route}}': `sum by (route) (rate(${REQUESTS}_count{status="429"}[5m]))` },
  },
  {
    title: 'What routes cost',
    description: 'Seconds of answering in a second: the five that take most.',
    unit: 'short',
    lines: { '{{route}}': `topk(5, sum by (route) (rate(${REQUESTS}_sum[5m])))` },
  },
  {
    title: 'Answers that failed, a second',
    description: '500 is our fault, 503 a database that cannot be written or a server that stops.',
    unit: 'reqps',
    lines: { '{{status}}': `sum by (status) (rate(${REQUESTS}_count{status=~"5.."}[5m]))` },
  },
  {
    title: 'Time to answer',
    description: 'What one request in a hundred takes longer than, and the event loop by itself.',
    unit: 's',
    lines: {
      requests: `histogram_quantile(0.99, sum by (le) (rate(${REQUESTS}_bucket[5m])))`,
      'event loop': 'max(nodejs_eventloop_lag_p99_seconds)',
    },
  },
  {
    title: 'Writing',
    description: 'Changes that wait, and those refused in a second, by reason.',
    unit: 'short',
    lines: {
      waiting: 'sum(pyramidion_write_waiting)',
      '{{reason}}': 'sum by (reason) (rate(pyramidion_write_refused_total[5m]))',
    },
  },
  {
    title: 'Solana node, questions a second',
    description: 'fault: no node answered, and visitors see old balances, or 0.',
    unit: 'reqps',
    lines: { '{{outcome}}': 'sum by (outcome) (rate(pyramidion_rpc_total[5m]))' },
  },
  {
    title: 'Disk',
    description: 'The database, its write-ahead log, and what is free beside them.',
    unit: 'bytes',
    lines: { '{{part}}': 'max by (part) (pyramidion_storage_bytes)' },
  },
  {
    title: 'Age of the newest backup',
    description: 'Missing while there is none, or no BACKUP_DIR.',
    unit: 's',
    lines: { age: 'min(pyramidion_backup_age_seconds)' },
  },
  {
    title: 'Backups, a day',
    description: 'The log says why one failed, after `backup failed`.',
    unit: 'short',
    lines: { '{{outcome}}': 'sum by (outcome) (increase(pyramidion_backups_total[1d]))' },
  },
];

const COLUMNS = 2;

/** Grafana's grid has 24 columns. */
const WIDTH = 24 / COLUMNS;

const HEIGHT = 8;

/** The dashboard as Grafana imports it, and asks for a Prometheus to show. */
export function describeDashboard() {
  return {
    title: 'Pyramidion',
    uid: 'pyramidion',
    schemaVersion: 39,
    refresh: '1m',
    time: { from: 'now-24h', to: 'now' },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus' }] },
    panels: PANELS.map(({ title, description, unit, lines }, index) => ({
      id: index + 1,
      type: 'timeseries',
      title,
      description,
      datasource: { type: 'prometheus', uid: '${source}' },
      gridPos: {
        x: (index % COLUMNS) * WIDTH,
        y: Math.floor(index / COLUMNS) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: Object.entries(lines).map(([legendFormat, expr], line) => ({
        refId: `Q${line + 1}`,
        expr,
        legendFormat,
      })),
    })),
  };
}
