import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RootHandle } from '../../../src/workspace/disk/dir-handle.ts';
import { openRoot, type RootOptions } from '../../../src/workspace/disk/open-dir.ts';

/** For tests: a real temporary folder, gone when the test ends. */
export interface TempFolder {
  readonly path: string;
  /** Absolute path of a name in it. */
  at(name: string): string;
  /** Writes a file with its folders; gives its absolute path. */
  put(name: string, content?: string | Uint8Array): string;
  folder(name: string): string;
  link(name: string, target: string): string;
  read(name: string): string;
}

export function tempFolder(): TempFolder {
  const path = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'toolgate-test-')));
  onTestFinished(() => fs.rmSync(path, { recursive: true, force: true }));
  const at = (name: string) => join(path, name);
  const made = (name: string) => {
    fs.mkdirSync(dirname(at(name)), { recursive: true });
    return at(name);
  };
  return {
    path,
    at,
    put(name, content = name) {
      fs.writeFileSync(made(name), content);
      return at(name);
    },
    folder(name) {
      fs.mkdirSync(at(name), { recursive: true });
      return at(name);
    },
    link(name, target) {
      fs.symlinkSync(target, made(name));
      return at(name);
    },
    read: name => fs.readFileSync(at(name), 'utf8'),
  };
}

/** For tests: an open root that closes when the test ends. */
export function openTestRoot(path: string, options?: RootOptions): RootHandle {
  const root = openRoot(path, options);
  onTestFinished(() => root.close());
  return root;
}

export const openFds = (): number => fs.readdirSync('/proc/self/fd').length;
