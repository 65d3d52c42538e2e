import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that takes the arguments of `sandbox-exec`, and what it was called with. */
export interface FakeSandboxExec {
  readonly program: string;
  /** Of each call: the profile's text, and the command. */
  calls(): readonly { readonly profile: string; readonly command: readonly string[] }[];
}

/**
 * Stands for `sandbox-exec` where there is no macOS. One that holds reads the paths and the network out of the profile
 * and makes bubblewrap keep to them, roughly; one that does not just runs the command.
 */
export function fakeSandboxExec(folder: string, { holds }: { holds: boolean }): FakeSandboxExec {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  writeFileSync(at('translate.cjs'), TRANSLATE);
  const run = holds
    ? `"${process.execPath}" "${at('translate.cjs')}" "$profile" > "$profile.arguments" || exit 71
exec bwrap --args 9 -- "$@" 9< "$profile.arguments"`
    : 'exec "$@"';
  writeFileSync(
    at('sandbox-exec'),
    `#!/bin/sh
[ "$1" = -f ] || exit 64
profile=$2
shift 2
call=$(mktemp "${folder}/call-XXXXXX")
cat "$profile" > "$call"
printf '%s\\0' "$@" > "$call.command"
printf '%s\\n' "$call" >> "${at('calls')}"
${run}
`,
  );
  chmodSync(at('sandbox-exec'), 0o755);
  return {
    program: at('sandbox-exec'),
    calls: () =>
      readFileSync(at('calls'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(call => ({
          profile: readFileSync(call, 'utf8'),
          command: readFileSync(`${call}.command`, 'utf8').split('\0').slice(0, -1),
        })),
  };
}

/** The whole machine to read but for the temp folder, where the tests have all that is not to be seen. */
const TRANSLATE = `
const { existsSync, readFileSync, statSync } = require('node:fs');
const profile = readFileSync(process.argv[2], 'utf8');
const temp = ${JSON.stringify(tmpdir())};
const pathsOf = start =>
  profile.split('\\n').filter(line => line.startsWith(start)).flatMap(line =>
    [...line.matchAll(/\\(subpath ("(?:[^"\\\\\\\\]|\\\\\\\\.)*")\\)/g)].map(([, text]) => JSON.parse(text)));
const below = path => path.startsWith(temp + '/') && existsSync(path);
const read = pathsOf('(allow file-read* ').filter(below);
const written = pathsOf('(allow file-write* ').filter(existsSync);
const hidden = pathsOf('(deny file* ').filter(existsSync);
const frozen = pathsOf('(deny file-write* ').filter(existsSync);
const hide = path => statSync(path).isDirectory() ? ['--perms', '0000', '--tmpfs', path] : ['--ro-bind', '/dev/null', path];
const args = [
  ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--tmpfs', temp],
  ...read.flatMap(path => ['--ro-bind', path, path]),
  ...written.flatMap(path => ['--bind', path, path]),
  ...frozen.flatMap(path => ['--ro-bind', path, path]),
  ...hidden.flatMap(hide),
  ...(profile.includes('network-outbound') ? [] : ['--unshare-net']),
];
process.stdout.write(args.map(arg => arg + '\\0').join(''));
`;
