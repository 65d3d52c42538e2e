import { describeRule, relativeTo, shortLine, toPlainText } from '../policy/describe.ts';
import type { Effect, EffectKind, Effects } from '../tool/effect.ts';
import { type ApprovalRequest, reasonFor } from './request.ts';
import { shownRequest } from './shown-request.ts';

const MOST_EFFECTS = 12;
const MOST_LINES = 200;
const MOST_CHARACTERS = 2_000;

/**
 * The question as text: what, why, how dangerous, what it touches, the diff or the arguments, what "always" would
 * save. Texts of the model cannot draw anything else than themselves.
 */
export function renderRequest(request: ApprovalRequest): string {
  const { tool, reason, danger, effects, args, diff, suggestions, root = '/', cwd } = shownRequest(request);
  const parts = [
    `${shortLine(tool, 100)} wants to run (${danger})`,
    `Why you are asked: ${shortLine(reasonFor(tool, reason), 500)}`,
    ...(cwd === undefined
      ? []
      : [`In the folder: ${shortLine(cwd === '.' ? `${root} (the workspace itself)` : cwd, 300)}`]),
    `It would${renderEffects(effects, root)}`,
    `Arguments:${renderArguments(args)}`,
  ];
  if (diff) parts.push(renderDiff(diff));
  for (const suggestion of suggestions) parts.push(renderSuggestion(suggestion));
  return parts.join('\n');
}

/** Several rules one a line: what would be saved is read as a whole, and once. */
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

/** What does most comes first: a row of harmless commands must not push the rest out of the list. */
const WEIGHT: readonly EffectKind[] = ['network', 'delete', 'write', 'execute', 'state', 'read'];

const DO: Readonly<Record<EffectKind, string>> = {
  read: 'read',
  write: 'write',
  delete: 'delete',
  execute: 'run',
  network: 'connect to',
  state: 'change',
};

function renderEffect({ kind, resource, tree }: Effect, root: string): string {
  const path = kind === 'read' || kind === 'write' || kind === 'delete';
  const name = path ? relativeTo(resource, root) : resource;
  return `${DO[kind]} ${shortLine(name, 200)}${path && tree ? ' and all below it' : ''}`;
}

/** Long texts with their lines, for a person reads them; the rest as JSON. */
function renderArguments(args: ApprovalRequest['args']): string {
  const entries = Object.entries(args ?? {});
  if (entries.length === 0) return ' none';
  const lines = entries.map(([name, value]) => {
    const text = typeof value === 'string' && value.includes('\n') ? value : (JSON.stringify(value) ?? 'undefined');
    return `  ${shortLine(name, 100)}: ${indent(cut(toPlainText(text)))}`;
  });
  return `\n${lines.join('\n')}`;
}

function renderDiff(diff: string): string {
  const lines = toPlainText(diff).split('\n');
  if (lines.length <= MOST_LINES) return lines.join('\n');
  return [...lines.slice(0, MOST_LINES), `[${lines.length - MOST_LINES} more lines]`].join('\n');
}

const indent = (text: string): string => text.replaceAll('\n', '\n    ');

/** Both ends stay: what matters may stand at the end of a long command. */
function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const half = MOST_CHARACTERS / 2;
  return `${text.slice(0, half)}… (${text.length - MOST_CHARACTERS} more characters) …${text.slice(-half)}`;
}
