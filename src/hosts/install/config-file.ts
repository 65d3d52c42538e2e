import { isUtf8 } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatch, structuredPatch } from 'diff';
import { ConfigError } from '../../config/config-error.ts';
import { stateFolders } from '../../store/state-folder.ts';
import { makeFolder } from '../../system/make-folder.ts';
import { hasSameSettings } from './json-config.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface KeptOriginal {
  readonly file: string;
  /** Base64; null: there was no such file. */
  readonly before: string | null;
  readonly after: string;
  /** Folders that we made for it, the innermost last. */
  readonly made: readonly string[];
}

export function readConfigFile(file: string): string | undefined {
  if (!existsSync(file)) {
    // A file written in the place of such a link would not come where the user keeps the config.
    if (withReason(file, () => lstatSync(file, { throwIfNoEntry: false }))?.isSymbolicLink())
      throw new ConfigError(`${file} is a link that leads to no file`, 'Make the file that it leads to, or remove it.');
    return undefined;
  }
  const bytes = withReason(file, () => readFileSync(file));
  if (!isUtf8(bytes)) throw new ConfigError(`${file} is no text in UTF-8`, 'Mend the file by hand, or move it away.');
  return bytes.toString('utf8');
}

/**
 * Writes a host's config with our hooks in it, and keeps the file as it was, to be put back to the byte; `own` is that
 * file without hooks of ours that were in it before.
 */
export function writeInstalled(
  file: string,
  text: string,
  { was, own, env, part }: { was: string | undefined; own: string | undefined; env: Env; part?: KeptPart | undefined },
): void {
  const kept = readKept(file, env, part);
  // After a second install the file before the first one still counts, if nobody has changed it since.
  const again = kept !== undefined && was !== undefined && kept.after === toBase64(was);
  const before = again ? kept.before : own === undefined ? null : toBase64(own);
  const made = again ? kept.made : makeParents(file);
  makeFolder(dirname(keptPlace(file, env, part)));
  const original: KeptOriginal = { file, before, after: toBase64(text), made };
  writeFileSync(keptPlace(file, env, part), `${JSON.stringify(original)}\n`, { mode: 0o600 });
  replace(file, text);
}

/** The text without what is ours, where it was changed by others too; and which part of it that is. */
type Uninstall = Readonly<{ without: string | undefined; env: Env; part?: KeptPart | undefined }>;

/** Takes our hooks out: the file is as it was if nobody else has changed it, otherwise `without`, all but our hooks. */
export function writeUninstalled(file: string, text: string, { without, env, part }: Uninstall): void {
  const kept = readKept(file, env, part);
  const before = textBefore(file, text, { without, env, part });
  if (before === undefined) {
    rmSync(file);
    for (const folder of [...(kept?.made ?? [])].reverse()) removeEmpty(folder);
  } else replace(file, before);
  rmSync(keptPlace(file, env, part), { force: true });
}

/** The text that uninstalling leaves; undefined: no file. */
export function textBefore(file: string, text: string, { without, env, part }: Uninstall): string | undefined {
  const kept = readKept(file, env, part);
  if (!kept) return without;
  const was = kept.before === null ? undefined : fromBase64(kept.before);
  if (kept.after === toBase64(text)) return was;
  return (was && withOwnEdits(text, { from: fromBase64(kept.after), to: was, without })) ?? without;
}

/** The file as it was with what others have changed since, where both stand apart from what we wrote. */
function withOwnEdits(
  text: string,
  { from, to, without }: { from: string; to: string; without: string | undefined },
): string | undefined {
  const patched = applyPatch(text, structuredPatch('', '', from, to, '', '', { context: 0 }), {
    autoConvertLineEndings: false,
  });
  try {
    return patched !== false && hasSameSettings(patched, without ?? '') ? patched : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a file when we first changed it, which may be none; undefined where we have not, or nobody knows. */
export function originalOf(file: string, env: Env, part?: KeptPart): { readonly text: string | undefined } | undefined {
  const kept = readKept(file, env, part);
  return kept && { text: kept.before === null ? undefined : fromBase64(kept.before) };
}

/** A part of a file: hooks and the MCP server may stand in one, and are put there and taken out each by itself. */
type KeptPart = 'mcp';

const keptPlace = (file: string, env: Env, part?: KeptPart): string =>
  join(stateFolders(env), 'hosts', `${hashOf(file).slice(0, 32)}${part ? `-${part}` : ''}.json`);

function readKept(file: string, env: Env, part?: KeptPart): KeptOriginal | undefined {
  try {
    const kept = JSON.parse(readFileSync(keptPlace(file, env, part), 'utf8')) as KeptOriginal;
    return kept.file === file ? kept : undefined;
  } catch {
    // Without the original only our part is taken out, which is right too.
    return undefined;
  }
}

function makeParents(file: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(file); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) withReason(folder, () => mkdirSync(folder, { mode: 0o700 }));
  return missing;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Others have put something into the folder.
  }
}

/** Replaces a file as a whole, at the end of a link too; its mode stays. */
function replace(file: string, content: string | Uint8Array): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const fresh = `${target}.toolgate-${randomBytes(6).toString('hex')}`;
  try {
    withReason(target, () => {
      writeFileSync(fresh, content, { mode, flag: 'wx', flush: true });
      chmodSync(fresh, mode);
      renameSync(fresh, target);
    });
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Runs a step on the disk, with its error in words: what the disk refuses is for the user to mend. */
function withReason<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${path} cannot be used (${code})`, 'Look at its kind, and at who may read and write it.');
  }
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
