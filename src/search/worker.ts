import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { FinishRole } from './finish-index.ts';
import type { IndexRole } from './messages.ts';
import type { OutlineJob } from './outline/thread.ts';

type Role = IndexRole | FinishRole | { readonly role: 'outline' };

const role = (isMainThread ? JSON.parse(process.argv[2] ?? '{}') : workerData) as Role;

if (role.role === 'outline') {
  const { outlineFiles } = await import('./outline/outline-files.ts');
  parentPort?.on('message', async (job: OutlineJob) => parentPort?.postMessage(await outlineFiles(job)));
} else if (role.role === 'finish') {
  const { runFinish } = await import('./finish-index.ts');
  await runFinish(role);
} else {
  const { serveIndex } = await import('./serve-index.ts');
  serveIndex(role, parentPort!);
}
