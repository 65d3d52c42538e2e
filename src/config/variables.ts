import { nearest } from '../tool/text/nearest.ts';
import { ConfigError } from './config-error.ts';
import { type Config, checkValue } from './config-shape.ts';
import type { Env } from './folders.ts';

/** The `TOOLGATE_*` variables, by the setting of each. An empty variable counts as not set. */
export const VARIABLES = {
  workspace: 'TOOLGATE_WORKSPACE',
  policy: 'TOOLGATE_POLICY',
  store: 'TOOLGATE_STORE',
  workspaceID: 'TOOLGATE_WORKSPACE_ID',
  packs: 'TOOLGATE_PACKS',
  vocabulary: 'TOOLGATE_VOCABULARY',
  approvalTimeout: 'TOOLGATE_APPROVAL_TIMEOUT',
  model: 'TOOLGATE_MODEL',
} as const;

interface Variables
  extends Pick<Config, 'packs' | 'store' | 'workspaceID' | 'vocabulary' | 'approvalTimeout' | 'model'> {
  /** A preset's name or a file. */
  readonly policy?: string;
}

const PREFIX = 'TOOLGATE_';

/** Reads the variables. A name that is nearly one of ours is an error: it would be dropped in silence. */
export function readVariables(env: Env): Variables {
  const ours = Object.values(VARIABLES) as readonly string[];
  const known = ours.map(each => each.slice(PREFIX.length));
  for (const name of Object.keys(env)) {
    if (!name.startsWith(PREFIX) || ours.includes(name)) continue;
    const [near] = nearest(name.slice(PREFIX.length), known, 1);
    if (near) throw new ConfigError(`The variable ${name} is not known`, `Did you mean TOOLGATE_${near}?`);
  }
  const packs = env[VARIABLES.packs];
  const seconds = env[VARIABLES.approvalTimeout];
  return checked({
    policy: env[VARIABLES.policy] || undefined,
    store: env[VARIABLES.store] || undefined,
    workspaceID: env[VARIABLES.workspaceID] || undefined,
    packs: packs ? packs.split(',').map(name => name.trim()) : undefined,
    vocabulary: (env[VARIABLES.vocabulary] || undefined) as Config['vocabulary'],
    approvalTimeout: seconds ? Number(seconds) : undefined,
    model: env[VARIABLES.model] || undefined,
  });
}

function checked(said: Variables): Variables {
  for (const [key, value] of Object.entries(said) as [keyof Variables, unknown][]) {
    if (value !== undefined) checkValue(key, value, VARIABLES[key]);
  }
  return said;
}
