import fs from 'node:fs';
import { join } from 'node:path';
import { isLeft, ownPrefix } from '../../../system/leftovers.ts';
import { removeTree } from '../../../system/remove-tree.ts';
import { tryOr } from '../../../system/try-or.ts';
import { ToolError } from '../../../tool/error.ts';
import type { KeptLayer } from '../../../tool/files.ts';
import { withOpen } from '../../disk/close-quietly.ts';
import type { Ground } from '../../ground.ts';
import type { KeptLayers, LayerNote, OpenKeptLayer } from '../../port.ts';
import { listFolders } from '../before/folder-names.ts';
import { fileSystemTime } from '../job-layer.ts';
import { DELETED } from './kept-contents.ts';

const PREFIX = 'kept-';
const NOTE = 'note.json';
const FOLDERS = 'folders';

interface WrittenNote extends LayerNote {
  readonly id: string;
  /** The time by the clock of the file system, in nanoseconds. */
  readonly begun: string;
  readonly written: Readonly<Record<string, readonly string[]>>;
}

/** Layers in the folder of jobs whose names keep them from being swept away with a dead process. */
export function createKeptLayers({ jobs, root, random }: Pick<Ground, 'jobs' | 'root' | 'random'>): KeptLayers {
  const place = (): string => {
    if (jobs === undefined) throw new ToolError('SANDBOX_UNAVAILABLE', 'There is no folder to run jobs in');
    return jobs;
  };
  const named = () =>
    tryOr(() => fs.readdirSync(place()), []).flatMap(name =>
      name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
    );
  return {
    open(note) {
      const id = random();
      const folder = join(place(), `${PREFIX}${ownPrefix()}${id}`);
      fs.mkdirSync(join(folder, 'upper'), { recursive: true, mode: 0o700 });
      const begun = fileSystemTime(folder);
      const folders = [...listFolders(root, begun)];
      const texts = folders.map(([path, { identity, names }]) => JSON.stringify([path, identity, ...names]));
      fs.writeFileSync(join(folder, FOLDERS), texts.join('\n'), { mode: 0o600 });
      return layerIn(folder, { ...note, id, begun: String(begun), written: {} });
    },
    list: () =>
      named().flatMap(name => {
        const note = readNote(join(place(), PREFIX + name));
        // The layer's process died before anything ran in it.
        if (!note && isLeft(name)) removeTree(join(place(), PREFIX + name));
        return note ? [{ ...toNote(note), id: note.id, running: !isLeft(name) }] : [];
      }),
    take(id) {
      for (const name of named().filter(isLeft)) {
        const from = join(place(), PREFIX + name);
        const note = readNote(from);
        if (note?.id !== id) continue;
        const folder = join(place(), `${PREFIX}${ownPrefix()}${random()}`);
        // Whoever renames the layer first has it.
        const isOurs = tryOr(() => fs.renameSync(from, folder), 'gone') !== 'gone';
        if (isOurs) return layerIn(folder, note);
      }
      return undefined;
    },
  };
}

function layerIn(folder: string, first: WrittenNote): OpenKeptLayer {
  const { id, begun } = first;
  const written = new Map(Object.entries(first.written).map(([path, shas]) => [path, new Set(shas)]));
  let note = toNote(first);
  let folders: KeptLayer['folders'] | undefined;
  const write = () => {
    const own = Object.fromEntries([...written].map(([path, shas]) => [path, [...shas]]));
    writeNote(folder, { ...note, id, begun, written: own });
  };
  write();
  return {
    id,
    folder,
    get note() {
      return note;
    },
    begun: BigInt(begun),
    at: note.at,
    written,
    get folders() {
      folders ??= readFolders(folder);
      return folders;
    },
    update(more) {
      note = { ...note, ...more };
      write();
    },
    addWritten(contents) {
      for (const [path, sha = DELETED] of contents) {
        const known = written.get(path) ?? new Set();
        // The last entry is the newest.
        known.delete(sha);
        written.set(path, known.add(sha));
      }
      write();
    },
    remove: () => removeTree(folder),
  };
}

/** The notes on folders; none where they cannot be read: then nothing is known of the folders. */
const readFolders = (folder: string): KeptLayer['folders'] =>
  tryOr(() => {
    const lines = fs.readFileSync(join(folder, FOLDERS), 'utf8').split('\n').filter(Boolean);
    return new Map(
      lines.map(line => {
        const [path = '', identity = '', ...names] = JSON.parse(line) as readonly string[];
        return [path, { identity, names: new Set(names) }];
      }),
    );
  }, new Map());

const toNote = ({ id: _, begun: _begun, written: _written, ...note }: WrittenNote): LayerNote => note;

/** Writes all of a note or nothing: a note that is half there would make a lost layer of this one. */
function writeNote(folder: string, note: WrittenNote): void {
  const fresh = join(folder, 'time.new');
  withOpen(fs.openSync(fresh, 'w', 0o600), fd => {
    fs.writeFileSync(fd, JSON.stringify(note));
    fs.fsyncSync(fd);
  });
  fs.renameSync(fresh, join(folder, NOTE));
}

const readNote = (folder: string): WrittenNote | undefined =>
  tryOr(() => JSON.parse(fs.readFileSync(join(folder, NOTE), 'utf8')) as WrittenNote, undefined);
