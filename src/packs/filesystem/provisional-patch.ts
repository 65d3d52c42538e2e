import { ToolError } from '../../tool/error.ts';
import { applyEdits } from './provisional-edit.ts';

export type PatchFile =
  | { readonly kind: 'add'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly moveTo?: string;
      readonly hunks: readonly { old_text: string; new_text: string }[];
    };

/** The envelope form only, until the engine in `patch/` takes its place. */
export function parsePatch(text: string): PatchFile[] {
  if (!text.startsWith('*** Begin Patch'))
    throw new ToolError('INVALID_ARGUMENTS', 'The patch must begin with *** Begin Patch');
  return text
    .split(/^(?=\*\*\* (?:Add|Update|Delete) File: )/m)
    .slice(1)
    .map(part => {
      const [head = '', ...lines] = part.replace(/\*\*\* End Patch\s*$/, '').split('\n');
      const path = head.replace(/^\*\*\* \w+ File: /, '');
      if (head.startsWith('*** Add'))
        return {
          kind: 'add',
          path,
          content: lines
            .filter(line => line.startsWith('+'))
            .map(line => `${line.slice(1)}\n`)
            .join(''),
        };
      if (head.startsWith('*** Delete')) return { kind: 'delete', path };
      const moveTo = lines[0]?.startsWith('*** Move to: ') ? lines[0].slice(13) : undefined;
      const hunks = lines
        .join('\n')
        .split(/^@@.*\n/m)
        .slice(1)
        .map(hunk => {
          const body = hunk.split('\n').filter(line => /^[ +-]/.test(line));
          const side = (sign: string) =>
            body
              .filter(line => line[0] !== sign)
              .map(line => `${line.slice(1)}\n`)
              .join('');
          return { old_text: side('+'), new_text: side('-') };
        });
      return { kind: 'update', path, hunks, ...(moveTo === undefined ? {} : { moveTo }) };
    });
}

export const applyHunks = (
  content: Uint8Array,
  hunks: readonly { old_text: string; new_text: string }[],
  options: { path: string },
) => applyEdits(content, hunks, options);
