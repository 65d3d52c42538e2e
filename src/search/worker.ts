import { parentPort, workerData } from 'node:worker_threads';
import type { IndexRole } from './messages.ts';
import type { OutlineJob } from './outline/thread.ts';

const role = workerData as IndexRole | { readonly role: 'outline' };

if (role.role === 'outline') {
  const { outlineFiles } = await import('./outline/outline-files.ts');
  parentPort?.on('message', async (job: OutlineJob) => parentPort?.postMessage(await outlineFiles(job)));
} else {
  const { serveIndex } = await import('./serve-index.ts');
  serveIndex(role, parentPort!);
}
