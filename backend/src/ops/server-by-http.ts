import { Injectable } from '@nestjs/common';
import { isPublicOrigin } from '../core/loopback.js';
import { checksOfRunningServer, serverIsReady } from '../doctor/checks/server.js';
import { findProblems, localAddress, RunningServer } from '../health/running-server.js';
import { ServerView, type ServerState } from '../operator/server-view.js';
import { Settings } from '../settings.js';

/** The server that the operator's tool finds over HTTP. */
@Injectable()
export class ServerByHttp extends ServerView {
  constructor(private readonly settings: Settings) {
    super();
  }

  /**
   * Asks the server on this machine. If none answers here, the check asks the public origin. Without a public origin, no
   * server is checked, since this machine may only have a copy of the database.
   */
  async look(): Promise<ServerState> {
    const { publicOrigin } = this.settings;
    const address = localAddress(this.settings);
    const checks = checksOfRunningServer(this.settings);
    if ((await new RunningServer(address).readiness()) !== null) {
      const problems = await findProblems(this.settings);
      return { problems, checks: [serverIsReady(address, problems), ...checks], remarks: [] };
    }
    const absent = `no server answers at ${address}`;
    return isPublicOrigin(publicOrigin)
      ? {
          problems: null,
          checks: [serverIsReady(publicOrigin, null), ...checks],
          remarks: [`${absent}, so ${publicOrigin} was checked`],
        }
      : { problems: null, checks, remarks: [`${absent}, so only the database was checked`] };
  }
}
