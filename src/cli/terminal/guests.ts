import { Console } from 'node:console';

/** Whether code of others is in this process. */
let hosting = false;
let ended = false;

/**
 * Loads code of others. Standard output belongs to the command, whose answer a program may read (`--json`, `mcp`): what
 * such code prints there meanwhile goes to standard error, and what it tells the console does so from then on.
 */
export async function asGuest<T>(load: () => Promise<T>): Promise<T> {
  host();
  const { stdout, stderr } = process;
  const { write } = stdout;
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  try {
    return await load();
  } finally {
    stdout.write = write;
  }
}

function host(): void {
  if (hosting) return;
  hosting = true;
  globalThis.console = new Console(process.stderr, process.stderr);
  process.once('exit', () => {
    if (ended) return;
    // A guest's process.exit(0) is no success of the command.
    process.exitCode = 1;
    process.stderr.write('toolgate: code that a config names ended the process before the command had ended\n');
  });
}

/** The command has ended. Timers and sockets of guests do not keep the process, once all is written. */
export function sendGuestsAway(): void {
  if (!hosting) return;
  ended = true;
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}
