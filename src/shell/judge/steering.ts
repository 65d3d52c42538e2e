import type { SimpleCommand } from '../state/findings.ts';

/** Names of files that tell programs what to do: a build's steps, scripts of a package, settings that are code. */
const NAMES = new RegExp(
  `^(?:${[
    '(?:gnu)?makefile|.*\\.mk|\\.?justfile|taskfile\\.ya?ml|rakefile|gemfile|procfile|vagrantfile|sconstruct|wscript',
    '(?:docker|container)file.*|(?:docker-)?compose.*\\.ya?ml',
    'package\\.json|pnpm-workspace\\.yaml|(?:lerna|nx|turbo|jsconfig|tsconfig.*)\\.json|deno\\.jsonc?|bunfig\\.toml',
    '.*\\.conf(?:ig)?\\.(?:[cm]?[jt]sx?|json|ya?ml|toml)|(?:gulp|grunt)file.*|\\.pnpmfile\\.c?js',
    '\\.[\\w-]+rc(?:\\.(?:[cm]?[jt]s|json|ya?ml|toml))?|\\.env.*|\\.tool-versions|\\.gitmodules',
    'pyproject\\.toml|setup\\.(?:py|cfg)|(?:tox|pytest|\\.pytest)\\.ini|(?:conftest|noxfile|tasks|fabfile|manage)\\.py',
    '(?:site|user)customize\\.py|requirements.*\\.txt|pipfile|environment\\.ya?ml',
    'cargo\\.toml|build\\.rs|rust-toolchain(?:\\.toml)?|go\\.(?:mod|work)|magefile\\.go|build\\.zig',
    '(?:build|settings)\\.(?:gradle|sbt|xml)(?:\\.kts)?|gradlew|mvnw|pom\\.xml|cmakelists\\.txt|cmakepresets\\.json',
    'configure|meson\\.build|build|workspace|.*\\.bazel|dune(?:-project)?|mix\\.exs|rebar\\.config|stack\\.yaml|.*\\.cabal',
    'composer\\.json|phpunit.*\\.xml.*|artisan|.*\\.(?:cs|fs|vb)proj|.*\\.sln|.*\\.tf',
  ].join('|')})$`,
  'i',
);

/** Steering files that lie deeper than in the folder itself. */
export const STEERING_BELOW: readonly string[] = [
  '.cargo/config.toml',
  '.cargo/config',
  '.mvn/jvm.config',
  'gradle/wrapper/gradle-wrapper.properties',
];

/** Whether a file of this name tells programs what to do when they run in its folder or below it. */
export const isSteering = (name: string): boolean => NAMES.test(name);

/** A word that names nothing, or too much to look for. */
const NO_PATH = /[\0\n]|:\/\/|^-*$/;
const LONGEST = 300;

/** Words of the commands that may be paths, values of options too: a file that a program is to run is among them. */
export function pathsNamed(commands: readonly SimpleCommand[]): readonly string[] {
  const paths = new Set<string>();
  for (const { words } of commands) {
    words.forEach((word, place) => {
      for (const path of word.startsWith('-') ? [word.replace(/^-+[^=]*=?/, ''), word.replace(/^-\w/, '')] : [word]) {
        if (path.length > LONGEST || NO_PATH.test(path)) continue;
        paths.add(path.replaceAll('?', '*'));
        // A package manager or a shell finds this program by its name alone.
        if (place < 3 && !path.includes('/')) paths.add(`node_modules/.bin/${path}`);
      }
    });
  }
  return [...paths];
}

/** The start of a path that is known only at run time: the folder of a script, or a variable. */
const BEFORE = /\$(?:\{\w+\}|\(\w+\)|\w+)\/+/g;
const MOST_WORDS = 4000;

/**
 * The words of a text that may name files: its scripts, the files that those run, and the folders that they go to. `/x`
 * after a piece that is known only at run time may well be `./x`.
 */
export function pathsMentioned(text: string): readonly string[] {
  const found = new Set<string>();
  for (const word of text.replace(BEFORE, ' ').match(/[\w@%+./*-]{1,200}/g) ?? []) {
    for (const one of [word, word.replace(/^-+\w?/, ''), word.replace(/^\/+/, '')]) if (/\w/.test(one)) found.add(one);
    if (found.size > MOST_WORDS) break;
  }
  return [...found];
}

/** The words that mean a file: its name, and the name without the ending, which some programs add themselves. */
export function wordsFor(name: string): readonly string[] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name, name.slice(0, dot)] : [name];
}

/** Whether a word with marks for any signs fits a name; few are tried, so plain searching will do. */
export function matchesPattern(word: string, name: string, mark = '*'): boolean {
  const pieces = word.split(mark);
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const where = index === 0 ? (name.startsWith(piece) ? 0 : -1) : name.indexOf(piece, at);
    if (where < 0) return false;
    at = where + piece.length;
  }
  return name.endsWith(pieces.at(-1)!);
}
