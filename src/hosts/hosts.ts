import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Host } from './host.ts';
import type { HostName } from './host-names.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';

/** A new host is a file like those, its name in `host-names.ts`, and a word here. */
const HOSTS: Readonly<Record<HostName, Host>> = { claude, codex, gemini, copilot, opencode, pi, qwen, cursor };

export const findHost = (name: string): Host | undefined =>
  Object.hasOwn(HOSTS, name) ? HOSTS[name as HostName] : undefined;
