import { readPath, writePath } from '../../judge/touch.ts';
import { type JudgedCommand, mild, risk } from '../../state/run.ts';
import { isLoose } from '../../state/value.ts';
import { judgeText } from '../builtins.ts';
import type { GivenWords } from '../program.ts';

/** Settings that make git run a program, or take files from elsewhere. */
const RUNS =
  /^(?:alias\.|core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|gitproxy|askpass|alternaterefscommand|worktree|attributesfile)|pager\.|sequence\.editor|diff\.external|diff\..*\.(?:command|textconv)|filter\.|merge\..*\.driver|gpg\.|gpg\..*program|credential\.|protocol\.|http\.(?:proxy|.*\.proxy|sslverify|extraheader|cookiefile)|https?\.|url\.|include|includeif|remote\..*\.(?:uploadpack|receivepack|proxy|vcs|pushurl)|web\.|browser\.|difftool\.|mergetool\.|man\.|interactive\.|trailer\.|submodule\..*\.update|init\.templatedir|uploadpack\.|receive\.|ssh\.|sendemail\.|imap\.|instaweb\.|guitool\.|hook)/i;
const HARMLESS_VALUE =
  /^(?:|cat|less|less -\w+|more|true|false|:|vim?|nano|code --wait|\d+|input|auto|never|always|delta)$/;

/** Judges `key=value`, as `-c` and `git config` take it. */
export function judgeSetting(run: JudgedCommand, setting: string): undefined {
  const equals = setting.indexOf('=');
  const key = equals < 0 ? setting : setting.slice(0, equals);
  const value = equals < 0 ? 'true' : setting.slice(equals + 1);
  if (isLoose(key)) return risk(run, 'has a setting that is known only at run time');
  if (!RUNS.test(key) || HARMLESS_VALUE.test(value)) return;
  if (/^alias\./i.test(key) && !value.startsWith('!')) return mild(run, 'defines another name for a verb');
  if (/^alias\./i.test(key)) judgeText(run, value.slice(1));
  if (/^http\.sslverify$/i.test(key)) return mild(run, 'does not check certificates');
  risk(run, `${key} makes git run a program or talk to another place`);
}

export function configures(run: JudgedCommand, given: GivenWords): undefined {
  const words = [...given.values];
  const verb = /^(?:get|list|set|unset|edit|get-all|remove-section|rename-section)$/.test(words[0] ?? '')
    ? words.shift()
    : undefined;
  const file = given.valueOf('-f');
  const reads =
    verb === 'get' ||
    verb === 'list' ||
    verb === 'get-all' ||
    given.has('--get --get-all --get-regexp -l --list --get-urlmatch --get-color --show-origin');
  if (
    reads ||
    (words.length <= 1 && verb === undefined && !given.has('--unset --unset-all -e --edit --add --remove-section'))
  ) {
    if (file !== undefined) readPath(run, file);
    return;
  }
  if (given.has('--global --system')) return risk(run, "changes git's settings outside the workspace");
  if (file !== undefined) writePath(run, file);
  if (given.has('--unset --unset-all --remove-section') || verb === 'unset')
    return mild(run, 'changes a setting of the repository');
  judgeSetting(run, `${words[0] ?? ''}=${words[1] ?? ''}`);
  mild(run, 'changes a setting of the repository');
}
