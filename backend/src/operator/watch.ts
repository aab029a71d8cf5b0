import { Inject, Injectable } from '@nestjs/common';
import { BackupSchedule } from '../backup/backup-schedule.js';
import { faultOf } from '../core/errors.js';
import { readBuild } from '../core/build.js';
import { Verdict } from '../core/verdict.js';
import { Readiness } from '../health/readiness.js';
import { WatchedNode } from '../rpc/node-health.js';
import { Settings } from '../settings.js';
import type { Problems, ServerState } from '../health/health.schema.js';
import { ServerProbe } from '../health/running-server.js';
import { Checkpoints } from '../transparency-log/checkpoints.js';

@Injectable()
export class Watch extends ServerProbe {
  private readonly nodes: readonly WatchedNode[];
  private readonly write = new Verdict();

  constructor(
    { solanaNodes, tokenMint }: Settings,
    @Inject(Readiness) private readonly readiness: Pick<Readiness, 'check'>,
    @Inject(BackupSchedule) private readonly backups: Pick<BackupSchedule, 'findProblem' | 'seen'>,
    @Inject(Checkpoints) private readonly checkpoints: Pick<Checkpoints, 'current'>,
  ) {
    super();
    this.nodes = solanaNodes.map((endpoint) => new WatchedNode(endpoint, tokenMint));
  }

  async look(): Promise<void> {
    await Promise.all([...this.nodes.map((node) => node.look()), this.lookAtWrite()]);
  }

  problems(): Problems {
    const backup = this.backups.findProblem();
    const nodes = this.nodes.map(({ state }) => state);
    return { nodes, write: this.write.problem, backup };
  }

  override async state(): Promise<ServerState> {
    const { write, ...problems } = this.problems();
    return {
      build: readBuild().build,
      ...problems,
      backups: problems.backup === undefined ? undefined : this.backups.seen,
      write: write === undefined ? await faultOf(this.readiness.check()) : write,
      log: await faultOf(this.checkpoints.current()),
    };
  }

  private async lookAtWrite(): Promise<void> {
    this.write.add(await faultOf(this.readiness.check()));
  }
}
