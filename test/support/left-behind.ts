import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Processes that have to do with a folder: by their arguments, environment, place, or what is mounted for them. */
export function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc').flatMap(pid => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const place = `/proc/${pid}`;
    const command = textOf(`${place}/cmdline`);
    const told = [command, textOf(`${place}/environ`), targetOf(`${place}/cwd`), textOf(`${place}/mountinfo`)];
    return told.some(each => each.includes(folder)) ? [`${pid} ${command.replaceAll('\0', ' ').slice(0, 200)}`] : [];
  });
}

/** Control groups and folders for proxies that these processes have left. */
export function leftoversOf(pids: readonly number[]): readonly string[] {
  const isTheirs = (name: string) =>
    pids.some(pid => name.startsWith(`toolgate-${pid}-`) || name.startsWith(`tg-${pid}-`));
  const places = [tmpdir(), '/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids'];
  return places.flatMap(place =>
    namesIn(place)
      .filter(isTheirs)
      .map(name => join(place, name)),
  );
}

/** Names in a folder, which need not be there. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const textOf = (path: string): string => orNothing(() => readFileSync(path, 'utf8'));
const targetOf = (path: string): string => orNothing(() => readlinkSync(path));

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
