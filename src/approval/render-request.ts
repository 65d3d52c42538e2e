import { describeEffect, describeRule, relativeTo, shortLine, toPlainText } from '../policy/describe.ts';
import type { Effect, EffectKind, Effects } from '../tool/effect.ts';
import { callLine } from '../tool/text/mask.ts';
import type { PendingRequest } from './approval-row.ts';
import { type ApprovalRequest, reasonFor } from './request.ts';
import { shownRequest } from './shown-request.ts';

const MOST_EFFECTS = 12;
const MOST_LINES = 200;
const MOST_CHARACTERS = 2_000;

/**
 * The question as text: the command or the diff first, then the effects, the reason for asking, and the rules that
 * "always" would save. Texts of the model cannot draw anything else than themselves.
 */
export const renderRequest = (request: ApprovalRequest): string => render(request, { diff: true });

/** The question without its diff, for a place that draws the diff beside it. */
export const renderBesideDiff = (request: ApprovalRequest): string => render(request, { diff: false });

function render(request: ApprovalRequest, shows: { readonly diff: boolean }): string {
  const { tool, reason, danger, effects, args, diff, cwd, ...shown } = shownRequest(request);
  const { unsaid = [], rehearsed, suggestions, root = '/' } = shown;
  const { command, ...others } = (args ?? {}) as Readonly<Record<string, unknown>>;
  const isCommand = typeof command === 'string';
  const rest = Object.entries(isCommand ? others : (args ?? {})).filter(
    ([name, value]) => !unsaid.includes(name) && !isSeen(value, diff),
  );
  const here = `${root} (the workspace itself)`;
  const parts = [
    `${shortLine(tool, 100)} wants to run (${danger})`,
    ...(isCommand ? [`  $ ${indent(cut(toPlainText(command)))}`] : []),
    ...(rehearsed ? [REHEARSED] : []),
    ...(diff && shows.diff ? [renderDiff(diff)] : []),
    ...(rehearsed ? renderRehearsal(rehearsed) : []),
    ...(rest.length > 0 || !(isCommand || diff) ? [`Arguments:${renderArguments(rest)}`] : []),
    `It would${renderEffects(effects, root)}`,
    `Why you are asked: ${shortLine(reasonFor(tool, reason), 500)}`,
    ...(cwd === undefined ? [] : [`In the folder: ${shortLine(cwd === '.' ? here : cwd, 300)}`]),
    ...suggestions.map(renderSuggestion),
  ];
  return parts.join('\n');
}

/** The line of a question about a command that has run already, on a copy. */
const REHEARSED = 'Rehearsed: it has run on a copy, without the network. Nothing is written yet; a yes writes this.';

/** Hosts and output of a rehearsal; the output is the program's text, and drawn as such. */
function renderRehearsal({ hosts, output }: NonNullable<ApprovalRequest['rehearsed']>): readonly string[] {
  const printed = toPlainText(output).trimEnd();
  return [
    ...(hosts.length === 0 ? [] : [`It tried to reach: ${shortLine(hosts.join(', '), 500)}`]),
    printed === '' ? 'It printed nothing.' : `It printed:\n    ${indent(tail(printed))}`,
  ];
}

/** The most lines of the output, from its end. */
const MOST_PRINTED = 20;

function tail(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= MOST_PRINTED) return text;
  return [`[${lines.length - MOST_PRINTED} lines before]`, ...lines.slice(-MOST_PRINTED)].join('\n');
}

/** Whether every line of a text stands in the diff; then people read it there. */
const isSeen = (value: unknown, diff: string | undefined): boolean =>
  diff !== undefined && typeof value === 'string' && value.split('\n').every(line => diff.includes(line));

/** A suggestion; several rules stand one a line, so that all that would be saved is read, and once. */
function renderSuggestion({ verdict, rules, text }: ApprovalRequest['suggestions'][number]): string {
  if (rules.length === 1) return shortLine(text, 300);
  const head = verdict === 'allow' ? 'Always, without asking:' : 'Never:';
  return [head, ...rules.map(rule => `  ${shortLine(describeRule(rule), 300)}`)].join('\n');
}

function renderEffects(effects: Effects, root: string): string {
  if (effects === 'everything') return ' do what cannot be said beforehand';
  if (effects.length === 0) return ' touch nothing that is known';
  const lines = [...effects]
    .sort((a, b) => WEIGHT.indexOf(a.kind) - WEIGHT.indexOf(b.kind))
    .slice(0, MOST_EFFECTS)
    .map(effect => renderEffect(effect, root));
  if (effects.length > lines.length) lines.push(`and ${effects.length - lines.length} more`);
  return lines.length === 1 ? ` ${lines[0]}` : `:\n${lines.map(line => `  - ${line}`).join('\n')}`;
}

/** The order of effects. The gravest comes first: a row of harmless commands must not push the rest out of the list. */
const WEIGHT: readonly EffectKind[] = ['send', 'network', 'delete', 'write', 'execute', 'state', 'read'];

const DO: Readonly<Record<EffectKind, string>> = {
  read: 'read',
  write: 'write',
  delete: 'delete',
  execute: 'run',
  network: 'connect to',
  send: 'send to',
  state: 'change',
};

function renderEffect({ kind, resource, tree }: Effect, root: string): string {
  const path = kind === 'read' || kind === 'write' || kind === 'delete';
  const name = path ? relativeTo(resource, root) : resource;
  return `${DO[kind]} ${shortLine(name, 200)}${path && tree ? ' and all below it' : ''}`;
}

/** The arguments: long texts with their lines, for a person reads them; the rest as JSON. */
function renderArguments(entries: readonly (readonly [name: string, value: unknown])[]): string {
  if (entries.length === 0) return ' none';
  const lines = entries.map(([name, value]) => {
    const text = typeof value === 'string' && value.includes('\n') ? value : (JSON.stringify(value) ?? 'undefined');
    return `  ${shortLine(name, 100)}: ${indent(cut(toPlainText(text)))}`;
  });
  return `\n${lines.join('\n')}`;
}

function renderDiff(diff: string): string {
  const lines = toPlainText(diff).trimEnd().split('\n');
  if (lines.length <= MOST_LINES) return lines.join('\n');
  return [...lines.slice(0, MOST_LINES), `[${lines.length - MOST_LINES} more lines]`].join('\n');
}

const indent = (text: string): string => text.replaceAll('\n', '\n    ');

/** A text with both ends: the important part may stand at the end of a long command. */
function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const half = MOST_CHARACTERS / 2;
  return `${text.slice(0, half)}… (${text.length - MOST_CHARACTERS} more characters) …${text.slice(-half)}`;
}

type Asked = Pick<PendingRequest, 'agent' | 'tool' | 'args' | 'effects' | 'root'>;

const MOST_NAMED = 3;
const LONGEST = 300;

/** A sentence on one line: who wants to do what; the text of a command, else the effects of the call. */
export function askSentence({ agent, tool, args, effects, root = '/' }: Asked): string {
  const ran = commandIn(args);
  if (ran !== undefined) return `${agent} wants to run ${shortLine(ran.trim(), LONGEST)}`;
  const who = `${agent} wants to use`;
  if (effects === 'everything') return `${who} ${shortLine(callLine(tool, args), LONGEST)}`;
  if (effects.length === 0) return `${who} ${tool}`;
  const shown = effects.slice(0, MOST_NAMED).map(effect => describeEffect(effect, root));
  const rest = effects.length - shown.length;
  return `${who} ${tool}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The text that a call would run, where it has one under a usual name. */
function commandIn({ command, code, language }: Asked['args']): string | undefined {
  if (typeof command === 'string') return command;
  return typeof code === 'string' ? `${typeof language === 'string' ? language : 'code'}: ${code}` : undefined;
}
