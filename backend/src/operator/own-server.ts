import { Injectable } from '@nestjs/common';
import { faultOf } from '../core/errors.js';
import type { Check } from '../doctor/check.js';
import { LOG_IS_PUBLISHED, SERVER_IS_READY } from '../doctor/checks/server.js';
import { localAddress } from '../health/running-server.js';
import { Readiness } from '../health/readiness.js';
import { Settings } from '../settings.js';
import { Checkpoints } from '../transparency-log/checkpoints.js';
import { ServerView, type ServerState } from './server-view.js';
import { Watch } from './watch.js';

@Injectable()
export class OwnServer extends ServerView {
  constructor(
    private readonly watch: Watch,
    private readonly readiness: Readiness,
    private readonly checkpoints: Checkpoints,
    private readonly settings: Settings,
  ) {
    super();
  }

  async look(): Promise<ServerState> {
    const problems = await this.watch.problems();
    return { problems, checks: [this.isReady(problems.write), this.publishesLog()], remarks: [] };
  }

  /** @param problem the verdict on writes; undefined if there is none yet */
  private isReady(problem: string | null | undefined): Check {
    return {
      ...SERVER_IS_READY,
      look: async () =>
        this.found(problem === undefined ? await faultOf(this.readiness.check()) : problem),
    };
  }

  private publishesLog(): Check {
    return {
      ...LOG_IS_PUBLISHED,
      look: async () => this.found(await faultOf(this.checkpoints.current())),
    };
  }

  private found(fault: string | null) {
    return { looked: localAddress(this.settings), faults: fault === null ? [] : [fault] };
  }
}
