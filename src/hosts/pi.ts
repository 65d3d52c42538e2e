import { reads } from '../tool/effect.ts';
import { deedsOf } from './deeds.ts';
import type { Host, HostDeed, HostInput } from './host.ts';
import { piConfig } from './install/pi-config.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { isPlainPath, textOrNone } from './raw-input.ts';
import { readPluginEvent, renderPluginAnswer } from './read-event.ts';
import { piTrial } from './trial/trials.ts';

/** Paths that pi takes for others: it cuts an @ off the beginning, reads addresses, and has one blank for all. */
const OTHER_THAN_SAID = /^@|^file:|[\u00A0\u2000-\u200A\u202F\u205F\u3000]/;

const isPlain = (path: string): boolean => isPlainPath(path) && !OTHER_THAN_SAID.test(path);

/** pi. Tools of its extensions are known to nobody here. */
export const pi: Host = {
  name: 'pi',
  title: 'pi',
  readEvent: readPluginEvent,
  deedOf: deedsOf({ folder: OWN_FOLDERS.pi, isPlain }, ({ shell, writes, lists, finds, searches }) => ({
    bash: shell('command', 'description'),
    write: writes('path'),
    edit: writes('path'),
    read: readsLike,
    ls: lists('path'),
    find: finds('pattern', 'path'),
    grep: searches('path'),
  })),
  shell: 'fresh',
  withCommand: (input, command) => ({ ...input, command }),
  renderAnswer: renderPluginAnswer,
  config: piConfig,
  trial: piTrial,
};

/** A read; where there is no file of a name, pi reads one whose name is written a little differently. */
function readsLike(input: HostInput): HostDeed | undefined {
  const path = textOrNone(input, 'path');
  if (path === undefined || !isPlain(path)) return undefined;
  const curly = (name: string) => name.replaceAll("'", '\u2019');
  const apart = path.normalize('NFD');
  const names = [path, path.replace(/ (AM|PM)\./gi, '\u202F$1.'), apart, curly(path), curly(apart)];
  return { kind: 'look', effects: [...new Set(names)].map(reads) };
}
