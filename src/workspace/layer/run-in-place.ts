import { ToolError } from '../../tool/error.ts';
import type { LayerOutcome } from '../../tool/files.ts';
import { Folders } from '../folders.ts';
import type { Ground } from '../ground.ts';
import { tempNameOf } from '../kept-aside.ts';
import { restore } from './restore.ts';
import type { ThroughOptions } from './run-through.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { stageLayer } from './stage-layer.ts';

/**
 * Where there is no overlay: runs a job on the real files, looks what is different afterwards, puts that back and stages
 * it. So it is judged, written and taken back like every other change.
 */
export async function runInPlace<T>(
  options: ThroughOptions,
  job: () => Promise<T>,
): Promise<Omit<LayerOutcome<T>, 'diff' | 'drop'>> {
  const { ground, plan, maxBytes } = options;
  if (plan) {
    throw new ToolError('SANDBOX_UNAVAILABLE', 'Without an overlay a command cannot be planned', {
      suggestion: 'See `toolgate doctor` for what the overlay needs.',
    });
  }
  const snapshot = await takeSnapshot(ground, { maxBytes });
  try {
    const value = await job().catch(async error => {
      await putBack(ground, snapshot);
      throw error;
    });
    const entries = await putBack(ground, snapshot);
    const disk = new Folders(ground.root);
    try {
      await stageLayer(entries, { ...options, disk, begun: FAR });
    } finally {
      disk.close();
    }
    return { value, outside: [], odd: [] };
  } finally {
    snapshot.close();
  }
}

/** What others did meanwhile cannot be told from what the job did, and is staged with it. */
const FAR = 2n ** 63n;

async function putBack(ground: Ground, snapshot: Snapshot): Promise<Awaited<ReturnType<Snapshot['compare']>>> {
  const entries = await snapshot.compare();
  ground.root.renew();
  const disk = new Folders(ground.root);
  try {
    restore(entries, snapshot.base, disk, () => tempNameOf(ground.random()));
  } finally {
    disk.close();
  }
  return entries;
}
