import type { Clock } from '../../src/core/clock.js';
import type { Database } from '../../src/database/database.js';
import { RunningServer } from '../../src/health/running-server.js';
import { ActivityRepository } from '../../src/operator/activity.repository.js';
import type { StatusReport } from '../../src/operator/status-report.js';
import { StatusService } from '../../src/operator/status.service.js';
import type { Settings } from '../../src/settings.js';

export function readStatus(
  database: Database,
  settings: Settings,
  clock: Clock,
): Promise<StatusReport> {
  const activity = new ActivityRepository(database.costlyReading.manager);
  return new StatusService(database, activity, settings, clock, new RunningServer(settings)).read();
}
