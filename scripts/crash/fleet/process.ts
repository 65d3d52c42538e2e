// One process with workers: node process.ts SETUP. It ends with its standard input, or when it is told to.
import { openFleetGate } from './open-gate.ts';

process.stdin.once('end', () => process.exit(1)).resume();
const say = (line: string) => process.stderr.write(`${new Date().toISOString()} ${process.pid} ${line}\n`);
say('begins');
const { gate, work, close } = await openFleetGate(JSON.parse(process.argv[2]!), say);
await work();
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
say(`works as ${gate.processID}`);
process.stdout.write(`${gate.processID}\n`);
