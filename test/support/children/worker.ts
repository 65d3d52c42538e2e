import { openWorkerGate } from '../workers/worker-gate.ts';

const opened = await openWorkerGate(JSON.parse(process.argv[2]!));
await opened.work();
process.on('SIGTERM', () => void opened.close().then(() => process.exit(0)));
process.stdout.write('ready\n');
