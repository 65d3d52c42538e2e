import type { Program } from '../program.ts';
import { CLUSTER_FLAGS } from './cluster.ts';
import { FACT_FLAGS } from './fact.ts';
import { FILE_FLAGS } from './file.ts';
import { GIT_FLAGS } from './git.ts';
import { PACKAGE_FLAGS } from './package.ts';
import { TEXT_FLAGS } from './text.ts';

/**
 * Options that only shape what a program tells, by the program or its verb; `-abc` are three of them, `-n=` takes a value,
 * `-#` is any number. An option that is neither here nor in the program's table makes the command unsafe: it may read
 * another file, write one or run something.
 */
const KNOWN: Readonly<Record<string, string>> = {
  ...TEXT_FLAGS,
  ...FILE_FLAGS,
  ...FACT_FLAGS,
  ...PACKAGE_FLAGS,
  ...GIT_FLAGS,
  ...CLUSTER_FLAGS,
};

/** Programs that share the options of another. */
const ALIKE: Readonly<Record<string, string>> = {
  egrep: 'grep',
  fgrep: 'grep',
  rgrep: 'grep',
  bzgrep: 'zgrep',
  xzgrep: 'zgrep',
  dir: 'ls',
  vdir: 'ls',
  eza: 'exa',
  lsd: 'exa',
  batcat: 'bat',
  gfind: 'find',
  gsed: 'sed',
  gtimeout: 'timeout',
  md5: 'md5sum',
  pip3: 'pip',
  'pip3.11': 'pip',
  'pip3.12': 'pip',
  pip2: 'pip',
  uv: 'pip',
  pdm: 'poetry',
  pipenv: 'poetry',
  hatch: 'poetry',
  rye: 'poetry',
  pnpm: 'npm',
  yarn: 'npm',
  bun: 'npm',
  cnpm: 'npm',
  zsh: 'bash',
  sh: 'bash',
  dash: 'bash',
  ksh: 'bash',
  gunzip: 'gzip',
  bunzip2: 'bzip2',
  unxz: 'xz',
  unzstd: 'zstd',
  readarray: 'mapfile',
  'vue-tsc': 'tsc',
  tsgo: 'tsc',
  gtime: 'time',
  bzcat: 'zcat',
  xzcat: 'zcat',
  'apt-get': 'apt',
  mamba: 'conda',
  micromamba: 'conda',
};

/** A program's table with the options that are known to be harmless. */
export function withKnownFlags(name: string, program: Program): Program {
  const base = KNOWN[name] ?? KNOWN[alike(name)] ?? inherited(name);
  const { verbs } = program;
  if (base === undefined && !verbs) return program;
  const words = base?.split(' ') ?? [];
  const flags = words.filter(word => !word.endsWith('='));
  const values = words.filter(word => word.endsWith('=')).map(word => word.slice(0, -1));
  return {
    ...program,
    ...(words.length > 0
      ? {
          flags: [program.flags, ...flags].filter(Boolean).join(' '),
          values: [...values, program.values].filter(Boolean).join(' '),
        }
      : {}),
    ...(verbs
      ? {
          verbs: Object.fromEntries(
            Object.entries(verbs).map(([verb, one]) => [verb, withKnownFlags(`${name} ${verb}`, one)]),
          ),
        }
      : {}),
  };
}

/** Verbs below a verb have its options; the letters with a value may mean something else there. */
function inherited(name: string): string | undefined {
  const [program, verb, below] = name.split(' ');
  if (below === undefined) return undefined;
  return KNOWN[alike(`${program} ${verb}`)]
    ?.split(' ')
    .filter(word => !/^-[^-]=$/.test(word))
    .join(' ');
}

function alike(name: string): string {
  const [first = '', ...rest] = name.split(' ');
  return [ALIKE[first] ?? first, ...rest].join(' ');
}
