import { realpathSync } from 'node:fs';
import { installedVersion } from '../../../hosts/client/installed-version.ts';
import { hookPlace } from '../../../hosts/client/place.ts';
import { clientWords } from '../../../hosts/install/hook-lines.ts';
import { HostService } from '../../../hosts/service/host-service.ts';
import { listenForHosts, takePlace } from '../../../hosts/service/listen.ts';
import { findProgram } from '../../../system/find-program.ts';
import type { CommonOptions } from '../../options.ts';
import { policyForHosts, withGate } from '../../session.ts';
import { refuseInsideJob } from '../../terminal/require-person.ts';

export interface HookServeOptions extends CommonOptions {
  readonly idle?: number;
}

/** Seconds. */
const IDLE = 15 * 60;
/** Milliseconds that a question waits for a person at a terminal or the console. */
const WAIT = 60_000;

/** Serves the hooks of the project that it is started in, until nobody uses it. Hooks start it by themselves. */
export async function serveHooks(options: HookServeOptions): Promise<void> {
  const version = installedVersion();
  await refuseInsideJob('Serving hooks');
  const project = realpathSync(process.cwd());
  const place = hookPlace(project, process.env);
  const taken = takePlace(place);
  // Another process was quicker, and serves.
  if (!taken) return;
  try {
    await withGate(
      { ...options, policy: await policyForHosts(options), input: false },
      async ({ gate, abort }) => {
        const perl = findProgram('perl', process.env.PATH, gate.workspace.root);
        const shellClient = [...clientWords('shell-call', perl), place.socket];
        const service = new HostService({ gate, shellClient, wait: WAIT });
        const idle = (options.idle ?? IDLE) * 1000;
        const giveWay = () => taken.give();
        const listener = await listenForHosts(service, { place, project, version, idle, giveWay });
        const interrupted = new Promise<void>(resolve => abort.addEventListener('abort', () => resolve()));
        await Promise.race([listener.unused, interrupted]);
        await listener.close();
      },
      { agent: 'host' },
    );
  } finally {
    taken.give();
  }
}
