// A host with nothing but what a hooked command takes: it asks the hook by a shell, as its config would have it, and
// runs the line of the answer in a shell of its own. Arguments: the event, and the words of the hook.
import { spawn, spawnSync } from 'node:child_process';

const [event = '', ...words] = process.argv.slice(2);
const hook = `timeout 60 ${words.map(word => `'${word}'`).join(' ')} || { echo failed >&2; exit 2; }`;
const asked = spawnSync('sh', ['-c', hook], { input: event, encoding: 'utf8' });
const { command } = JSON.parse(asked.stdout).hookSpecificOutput.updatedInput;
// What ends the group of the host does not reach it.
spawn('bash', ['-c', `${command}; true`], { stdio: 'ignore', detached: true });
