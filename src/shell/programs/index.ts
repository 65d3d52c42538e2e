import type { Program, Programs } from '../program.ts';
import { ARCHIVES } from './archives.ts';
import { BUILDS } from './builds.ts';
import { BUILTINS } from './builtins.ts';
import { CLOUDS } from './clouds.ts';
import { CONTAINERS } from './containers.ts';
import { DATABASES } from './databases.ts';
import { EDITOR_PROGRAMS } from './editors.ts';
import { FILES } from './files.ts';
import { FIND } from './find.ts';
import { GIT } from './git.ts';
import { INTERPRETERS } from './interpreters.ts';
import { KEYS } from './keys.ts';
import { KNOWN_BY_NAME } from './known-by-name.ts';
import { withKnownFlags } from './known-flags.ts';
import { LISTENERS } from './listeners.ts';
import { NETWORKING } from './network.ts';
import { NODE_PACKAGES } from './node-packages.ts';
import { ONLY_LOOKS } from './only-looks.ts';
import { PACKAGES } from './packages.ts';
import { PYTHON_PACKAGES } from './python-packages.ts';
import { READERS } from './readers.ts';
import { SYSTEM } from './system.ts';
import { SYSTEM_PACKAGES } from './system-packages.ts';
import { WRAPPERS } from './wrappers.ts';

const FAMILIES: readonly Programs[] = [
  LISTENERS,
  KNOWN_BY_NAME,
  ONLY_LOOKS,
  READERS,
  FILES,
  FIND,
  WRAPPERS,
  INTERPRETERS,
  GIT,
  NETWORKING,
  KEYS,
  NODE_PACKAGES,
  PYTHON_PACKAGES,
  SYSTEM_PACKAGES,
  PACKAGES,
  BUILDS,
  ARCHIVES,
  CONTAINERS,
  CLOUDS,
  SYSTEM,
  DATABASES,
  EDITOR_PROGRAMS,
  BUILTINS,
];

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  FAMILIES.flatMap(family => Object.entries(family).map(([name, table]) => [name, withKnownFlags(name, table)])),
);

/** The table of a program, by its name alone. */
export const programNamed = (name: string): Program | undefined => PROGRAMS.get(name);
