import { ARCHIVES } from './archives.ts';
import { BUILDS } from './builds.ts';
import { BUILTINS } from './builtins.ts';
import { EDITOR_PROGRAMS } from './editors.ts';
import { FILES } from './files.ts';
import { FIND } from './find.ts';
import { withKnownFlags } from './flags/known-flags.ts';
import { GIT } from './git/git.ts';
import { INTERPRETERS } from './interpreters.ts';
import { KEYS } from './keys.ts';
import { KNOWN_BY_NAME, ONLY_LOOKS } from './known-by-name.ts';
import { NODE_PACKAGES } from './packages/node.ts';
import { PACKAGES } from './packages/packages.ts';
import { PYTHON_PACKAGES } from './packages/python.ts';
import { SYSTEM_PACKAGES } from './packages/system.ts';
import { byName, type Program, type Programs } from './program.ts';
import { READERS } from './readers.ts';
import { CLOUDS } from './services/clouds.ts';
import { CONTAINERS } from './services/containers.ts';
import { DATABASES } from './services/databases.ts';
import { LISTENERS } from './services/listeners.ts';
import { NETWORKING } from './services/network.ts';
import { SYSTEM } from './system.ts';
import { WRAPPERS } from './wrappers.ts';

const FAMILIES: readonly Programs[] = [
  ...[LISTENERS, KNOWN_BY_NAME, ONLY_LOOKS, READERS, FILES, FIND, WRAPPERS, INTERPRETERS, GIT, NETWORKING, KEYS],
  ...[NODE_PACKAGES, PYTHON_PACKAGES, SYSTEM_PACKAGES, PACKAGES, BUILDS, ARCHIVES, CONTAINERS, CLOUDS, SYSTEM],
  ...[DATABASES, EDITOR_PROGRAMS, BUILTINS],
];

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  FAMILIES.flatMap(family => [...byName(family)].map(([name, table]) => [name, withKnownFlags(name, table)])),
);

export const programNamed = (name: string): Program | undefined => PROGRAMS.get(name);
