import type { SimpleCommand } from './findings.ts';

/** Names of files by which programs know what to do: a build's steps, scripts of a package, settings that are code. */
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

/** Such files that lie deeper than in the folder itself. */
export const STEERING_BELOW: readonly string[] = [
  '.cargo/config.toml',
  '.cargo/config',
  '.mvn/jvm.config',
  'gradle/wrapper/gradle-wrapper.properties',
];

/** Whether a file of this name tells programs what to do when they run in its folder or below it. */
export const isSteering = (name: string): boolean => NAMES.test(name);

/** A word that names nothing, or too much to look for. */
const NO_PATH = /[\0\n*?]|:\/\/|^-*$/;
const LONGEST = 300;

/** Every word of the commands that may be a path, values of options too: what a program is given to run is among them. */
export function pathsNamed(commands: readonly SimpleCommand[]): readonly string[] {
  const paths = new Set<string>();
  for (const { words } of commands) {
    words.forEach((word, place) => {
      const path = word.startsWith('-') ? word.replace(/^-+[^=]*=?/, '') : word;
      if (path.length > LONGEST || NO_PATH.test(path)) return;
      paths.add(path);
      // What a package manager or a shell finds by its name alone.
      if (place < 3 && !path.includes('/')) paths.add(`node_modules/.bin/${path}`);
    });
  }
  return [...paths];
}

/** The paths that the text of such a file may name: its scripts, and what those run. */
export function pathsMentioned(text: string): readonly string[] {
  const words = text.match(/[\w@%+./-]{2,200}/g) ?? [];
  return [...new Set(words.filter(word => /\/|\.\w{1,5}$/.test(word) && /\w/.test(word)))];
}
