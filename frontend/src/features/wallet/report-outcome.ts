import type { ConnectOutcome } from '@backend/metrics/reports.schema';
import { request } from '@/lib/api';

/** Tells the operator's counters what became of an attempt to connect, and nothing of whose it was. */
export function reportOutcome(outcome: ConnectOutcome): void {
  request('/api/reports/connecting', { method: 'POST', body: { outcome } }).catch(() => undefined);
}
