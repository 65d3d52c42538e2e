import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../system/make-folder.ts';
import { hashText } from '../../tool/crypto/sha-256.ts';
import { ToolError } from '../../tool/error.ts';
import { ConfigError } from '../config-error.ts';
import { type Env, userConfigFolder } from '../folders.ts';

/** The workspaces that a user trusts, each with a config file: a changed file is to be trusted anew. */
type TrustRecord = Record<string, { config: string; at: string; agents?: string; code?: string }>;

const fileOf = (env: Env): string => join(userConfigFolder(env), 'trusted.json');

const hashConfig = (text = ''): string => hashText(text);

export const isTrustedWorkspace = (root: string, configText: string | undefined, env: Env): boolean =>
  isTrustedWith(root, 'config', hashConfig(configText), env);

/** Whether the workspace is trusted, with just these files of agents. */
export const areAgentsTrusted = (root: string, agents: string | undefined, env: Env): boolean =>
  isTrustedWith(root, 'agents', agents, env);

/** Whether the workspace is trusted, with just this code. */
export const isCodeTrusted = (root: string, code: string | undefined, env: Env): boolean =>
  isTrustedWith(root, 'code', code, env);

function isTrustedWith(root: string, what: 'config' | 'agents' | 'code', hash: string | undefined, env: Env): boolean {
  const trusted = readTrusted(env);
  return Object.hasOwn(trusted, root) && trusted[root]?.[what] === hash;
}

export function trustWorkspace(
  root: string,
  configText: string | undefined,
  env: Env,
  hashes: { agents?: string | undefined; code?: string | undefined } = {},
): void {
  const trust = { config: hashConfig(configText), at: new Date().toISOString(), ...hashes };
  save({ ...readTrusted(env), [root]: trust }, env);
}

/** Takes trust back; false when there was none. */
export function distrustWorkspace(root: string, env: Env): boolean {
  const { [root]: found, ...rest } = readTrusted(env);
  if (found) save(rest, env);
  return found !== undefined;
}

function readTrusted(env: Env): TrustRecord {
  let text: string;
  try {
    text = readFileSync(fileOf(env), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw new ConfigError(`${fileOf(env)} cannot be read: ${message}`, 'Make it readable for this user, or remove it.');
  }
  try {
    const trusted: unknown = JSON.parse(text);
    if (typeof trusted === 'object' && trusted !== null) return trusted as TrustRecord;
  } catch {
    // The mistake is told below.
  }
  throw new ConfigError(`${fileOf(env)} is damaged`, 'Remove it and trust your workspaces again.');
}

function save(trusted: TrustRecord, env: Env): void {
  const file = fileOf(env);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    makeFolder(dirname(file));
    writeFileSync(temporary, `${JSON.stringify(trusted, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    const suggestion = 'Make its folder writable for this user, or set XDG_CONFIG_HOME to another one.';
    const message = `${file} cannot be written: ${(error as Error).message}`;
    throw new ToolError('EXECUTION_ERROR', message, { suggestion });
  }
}
