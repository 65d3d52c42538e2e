import { readPath, writePath } from '../../judge/touch.ts';
import { hostOfAddress, isLocal, touchHost } from '../../judge/touch-host.ts';
import { type JudgedCommand, judgeInnerCommand, mild, risk, runScript } from '../../state/run.ts';
import { locate, markFetched } from '../../state/shell.ts';
import type { GivenWords } from '../program.ts';
import { judgeSetting } from './settings.ts';

export function fetches(run: JudgedCommand, given: GivenWords): undefined {
  if (given.has('--get-url')) return;
  const [from] = given.operands;
  if (from && /:|^\uE001/.test(from.value)) connectRemote(run, from.value);
  else mild(run, 'fetches from the remote');
}

function connectRemote(run: JudgedCommand, address: string): undefined {
  if (/^ext::|^fd::|^-|^(?:\w+:\/\/)?(?:[^/]*@)?-o/i.test(address)) return risk(run, 'runs a program as a transport');
  if (/^(?:[\w.-]+@)?[\w.-]+:(?!\/\/)/.test(address) && !address.startsWith('file:'))
    return touchHost(run, address.replace(/^[^@]*@/, '').replace(/:.*/, ''));
  if (/^(?:ssh|git):\/\//.test(address)) return touchHost(run, address.replace(/^\w+:\/\//, ''));
  if (/^https?:/.test(address)) return touchHost(run, address);
  if (/^file:|^[./~]/.test(address)) return readPath(run, address.replace(/^file:\/\//, ''));
  mild(run, 'talks to a remote');
}

export function clones(run: JudgedCommand, given: GivenWords): undefined {
  const [from, to] = given.values;
  for (const setting of given.allOf('-c')) judgeSetting(run, setting);
  if (from === undefined) return;
  connectRemote(run, from);
  const target =
    to ??
    from
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .replace(/^.*[/:]/, '');
  // A new folder beside the workspace overwrites nothing.
  if (!/^\.\.\/[\w.-]+$/.test(target)) writePath(run, target);
  markFetched(run.shell.session, locate(run.shell, target).path);
}

export function pushes(run: JudgedCommand, given: GivenWords): undefined {
  if (given.has('-n --dry-run')) return mild(run, 'asks the remote what a push would do');
  const [to] = given.operands;
  if (to && /:\/\/|@/.test(to.value)) connectRemote(run, to.value);
  if (to && isLocal(hostOfAddress(to.value))) return mild(run, 'pushes to this machine');
  risk(
    run,
    given.has('-f --force --delete -d --mirror')
      ? 'overwrites or deletes on the remote'
      : 'sends commits to the remote',
  );
}

export function remotes(run: JudgedCommand, { operands }: GivenWords): undefined {
  const verb = operands[0]?.value;
  if (verb === undefined || /^(?:-v|get-url)$/.test(verb)) return;
  const address = operands.at(-1)?.value ?? '';
  if (/^ext::/.test(address)) return risk(run, 'runs a program as a transport');
  mild(run, verb === 'show' || verb === 'update' ? 'asks the remote' : 'changes the remotes');
}

export function submodules(run: JudgedCommand, { operands }: GivenWords): undefined {
  const [verb, ...rest] = operands;
  if (verb === undefined || /^(?:status|summary)$/.test(verb.value)) return;
  if (verb.value !== 'foreach') mild(run, 'changes or fetches submodules');
  else {
    const words = rest.filter(({ value }) => value !== '--recursive' && value !== '--quiet');
    if (words.length === 1) runScript(run, words[0]!.value);
    else judgeInnerCommand(run, words);
  }
  if (verb.value === 'deinit' && rest.some(({ value }) => value === '-f' || value === '--force'))
    risk(run, 'throws submodules away');
  if (verb.value === 'add')
    for (const { value } of rest.filter(({ value: text }) => text.includes(':'))) connectRemote(run, value);
}
