import type { Config } from '../config-shape.ts';
import type { Project } from '../files/project-config.ts';

type Rule = Config['outsideUndo'];

/** Combines the user's rules with the project's rules that keep more in undo: no project takes a way back. */
export function combineOutsideUndo(
  user: Rule,
  { config, file }: Pick<Project, 'config' | 'file'>,
): { readonly rule: Rule; readonly warnings: readonly string[] } {
  const { outsideUndo: asked } = config;
  if (asked === undefined || user === false) return { rule: user, warnings: [] };
  if (asked === false) return { rule: false, warnings: [] };
  const refused = asked.filter(pattern => !pattern.startsWith('!'));
  const rule = [...(user ?? []), ...asked.filter(pattern => pattern.startsWith('!'))];
  const effect = `so this has no effect: ${refused.join(', ')}`;
  const warning = `${file}: "outsideUndo" of a project takes no folder out of undo, ${effect}`;
  return { rule, warnings: refused.length > 0 ? [warning] : [] };
}
