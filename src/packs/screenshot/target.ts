import type { CallContext } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';

export type PictureFormat = 'png' | 'jpeg';

/** The workspace-relative path that the call gives, or one of our own. */
type PictureTarget = Readonly<{ path: string; format: PictureFormat }>;

type PictureWish = Readonly<{ outputPath?: string | undefined; format?: 'png' | 'jpeg' | 'jpg' | undefined }>;

/** The folder of pictures whose call gives no path. */
export const PICTURES_FOLDER = 'screenshots';

const BY_ENDING: Readonly<Record<string, PictureFormat>> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg' };
const ENDINGS: Readonly<Record<PictureFormat, string>> = { png: 'png', jpeg: 'jpg' };

/** The path and format of a picture: by the arguments, then by the ending of the path. Always the same for a call. */
export function targetOf({ outputPath, format }: PictureWish, ctx: CallContext): PictureTarget {
  const said: PictureFormat | undefined = format === 'jpg' ? 'jpeg' : format;
  const made = said ?? 'png';
  if (outputPath === undefined)
    return { path: `${PICTURES_FOLDER}/screenshot-${timeOf(ctx.callID)}.${ENDINGS[made]}`, format: made };
  const ending = /[^/]\.([^./]+)$/.exec(outputPath)?.[1];
  if (ending === undefined) return { path: `${outputPath.replace(/\/+$/, '')}.${ENDINGS[made]}`, format: made };
  const meant = Object.hasOwn(BY_ENDING, ending.toLowerCase()) ? BY_ENDING[ending.toLowerCase()] : undefined;
  if (meant !== undefined && (said === undefined || said === meant)) return { path: outputPath, format: meant };
  throw new ToolError(
    'INVALID_ARGUMENTS',
    meant === undefined
      ? `outputPath ends in .${ending}, and pictures are PNG or JPEG. Nothing was done.`
      : `outputPath ends in .${ending}, and format says ${said}. Nothing was done.`,
    { suggestion: `Give an outputPath that ends in .${ENDINGS[made]}.` },
  );
}

/** The time of a call, with which its id begins: 20261115-154942-123, in UTC. */
function timeOf(callID: string): string {
  const at = Number.parseInt(callID.replaceAll('-', '').slice(0, 12), 16);
  return new Date(at).toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '-');
}
