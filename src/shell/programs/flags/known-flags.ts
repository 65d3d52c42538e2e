import { byName, type Program } from '../program.ts';
import { CLUSTER_FLAGS } from './cluster.ts';
import { FACT_FLAGS } from './fact.ts';
import { FILE_FLAGS } from './file.ts';
import { GIT_FLAGS } from './git.ts';
import { PACKAGE_FLAGS } from './package.ts';
import { TEXT_FLAGS } from './text.ts';

/**
 * Options that only shape what a program tells, by the program or its verb: in each row the names, and the options as
 * tables write them. An option that is neither here nor in the program's table makes the command unsafe: it may read
 * another file, write one or run something.
 */
const KNOWN: ReadonlyMap<string, string> = new Map(
  [TEXT_FLAGS, FILE_FLAGS, FACT_FLAGS, PACKAGE_FLAGS, GIT_FLAGS, CLUSTER_FLAGS].flatMap(rows =>
    rows
      .trim()
      .split(/\n(?! )/)
      .flatMap(readRow),
  ),
);

/** The options of a row such as `docker,podman ps -a -f=` by each of its names; a long row goes on, indented. */
function readRow(row: string): [string, string][] {
  const start = row.indexOf(' -');
  const names = row
    .slice(0, start)
    .split(' ')
    .map(word => word.split(','))
    .reduce((made, words) => made.flatMap(before => words.map(word => `${before} ${word}`)));
  return names.map(name => [name, row.slice(start + 1)]);
}

/** Programs that share the options of another. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grep: 'egrep fgrep rgrep',
    zgrep: 'bzgrep xzgrep',
    ls: 'dir vdir',
    exa: 'eza lsd',
    bat: 'batcat',
    find: 'gfind',
    sed: 'gsed',
    timeout: 'gtimeout',
    md5sum: 'md5',
    pip: 'pip3 pip3.11 pip3.12 pip2 uv',
    poetry: 'pdm pipenv hatch rye',
    npm: 'pnpm yarn bun cnpm',
    bash: 'zsh sh dash ksh',
    gzip: 'gunzip',
    bzip2: 'bunzip2',
    xz: 'unxz',
    zstd: 'unzstd',
    mapfile: 'readarray',
    tsc: 'vue-tsc tsgo',
    time: 'gtime',
    zcat: 'bzcat xzcat',
    apt: 'apt-get',
    conda: 'mamba micromamba',
  }).flatMap(([own, others]) => others.split(' ').map(other => [other, own])),
);

/** A program's table with the options that are known to be harmless. */
export function withKnownFlags(name: string, program: Program): Program {
  const base = KNOWN.get(name) ?? KNOWN.get(alike(name)) ?? inherited(name);
  const { verbs } = program;
  if (base === undefined && !verbs) return program;
  const below = [...byName(verbs ?? {})].map(([verb, one]) => [verb, withKnownFlags(`${name} ${verb}`, one)]);
  return {
    ...program,
    options: [base, program.options].filter(Boolean).join(' '),
    verbs: verbs && Object.fromEntries(below),
  };
}

/** The options of the first verb, which a second verb has too; letters with a value may mean something else there. */
function inherited(name: string): string | undefined {
  const [program, verb, below] = name.split(' ');
  if (below === undefined) return undefined;
  return KNOWN.get(alike(`${program} ${verb}`))
    ?.split(/\s+/)
    .filter(word => !/^-[^-]=$/.test(word))
    .join(' ');
}

function alike(name: string): string {
  const [first = '', ...rest] = name.split(' ');
  return [ALIKE.get(first) ?? first, ...rest].join(' ');
}
