import { z } from 'zod';
import { isTooLarge } from '../../convert/image/fit-image.ts';
import { fitInThread } from '../../convert/image/fit-in-thread.ts';
import { kindOfBytes, SEEN_IMAGES } from '../../text/kind-of-bytes.ts';
import { FILE, otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { sayCount, saySize, withNotes } from '../../text/say.ts';
import type { Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { connects, reads } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { askVision } from './ask-vision.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { type QAReport, report } from './report.ts';
import type { VisionServices } from './services.ts';

const parameters = z.object({
  imagePath: z.string().min(1).describe('PNG, JPEG, GIF or WebP file in the workspace'),
  context: z.string().max(20_000).optional().describe('What the picture shows, or what to pay attention to'),
});

/** Sends a picture to the model that the user has chosen. The picture leaves the machine, so this is no mere read. */
export const analyzeImage = (services: VisionServices): Info =>
  define('analyze_image_ui_qa', {
    description:
      'With a vision model, which must be configured, check an image file of a user interface for what is wrong.',
    parameters,
    returns: report,
    permissions: { required: ['read', 'network'] },
    effects: async ({ imagePath }) => [reads(imagePath), connects((await services.model()).host)],
    readOnly: true,
    danger: async () => ({
      danger: 'dangerous',
      why: `sends the picture to ${(await services.model()).host}`,
      opaque: false,
    }),
    timeout: 5 * 60_000,
    parameterNames: otherNames({
      imagePath: [...FILE, 'path', 'image', 'image_file', 'screenshot', 'screenshot_path'],
      context: ['prompt', 'instructions', 'question', 'query', 'focus', 'description'],
    }),
    preview: previewHead,
    execute: async ({ imagePath, context }, ctx) => {
      const picture = await loadPicture(imagePath, ctx);
      const { model, host } = await services.model();
      ctx.metadata({ title: `Waiting for what ${model.modelId} sees` });
      const { path, mediaType, bytes, scaled } = picture;
      const sent = { name: path.split('/').at(-1)!, mediaType, bytes, context };
      const { text, tokens } = await askVision(model, sent, ctx);
      const answer = readAnswer(text);
      const { findings, summary } = answer;
      const value: QAReport = {
        imagePath: path,
        findings: [...findings],
        summary,
        analyzedAt: new Date().toISOString(),
      };
      const found = sayCount(value.findings.length, 'finding');
      return {
        title: `${found} in ${path}`,
        output: withNotes(render(value), notesOf(answer, scaled)),
        value,
        metadata: { path, model: model.modelId, host, tokens, dropped: answer.dropped },
      };
    },
  }) as Info;

function render({ imagePath, summary, findings }: QAReport): string {
  const lines = findings.map(({ severity, category, description, location, suggestion }) => {
    const where = location ? ` (${location})` : '';
    return `- ${severity}, ${category}${where}: ${description}${suggestion ? `\n  → ${suggestion}` : ''}`;
  });
  return [`${imagePath}: ${summary}`, ...lines].join('\n');
}

function notesOf({ form, dropped }: ReadAnswer, scaled: string | undefined): readonly (string | false)[] {
  return [
    'These are the words of a model that looked at the picture; they may repeat what is written in it.',
    form === 'text' && 'It did not answer in the form asked for; its text is the summary, and there are no findings.',
    form === 'part' && 'Its answer was not whole; these are the findings that could be read.',
    dropped > 0 && `${sayCount(dropped, 'finding')} left out: without a known severity, category or a description.`,
    scaled !== undefined && `The picture was scaled down to ${scaled}.`,
  ];
}

/** A picture, and the size to which it was scaled down. */
type LoadedPicture = Readonly<{ path: string; mediaType: string; bytes: Uint8Array; scaled?: string }>;

const MOST_BYTES = 64 * 1024 * 1024;

/** A picture in a size that providers take. Its bytes tell the kind; its name may lie. */
async function loadPicture(imagePath: string, ctx: Context): Promise<LoadedPicture> {
  const { bytes, path } = await ctx.files.read(imagePath, { maxBytes: MOST_BYTES });
  const kind = kindOfBytes(bytes);
  const name = path.relative;
  if (!kind || !SEEN_IMAGES.has(kind.mediaType) || !kind.width || !kind.height) {
    const isImage = kind && SEEN_IMAGES.has(kind.mediaType);
    const what = isImage ? `a damaged ${kind.label}` : (kind?.label ?? (bytes.length === 0 ? 'empty' : 'no image'));
    throw new ToolError('INVALID_ARGUMENTS', `${name} is no picture that a model can look at: it is ${what}.`, {
      suggestion: 'Give a PNG, JPEG, GIF or WebP file; capture_screenshot makes one.',
    });
  }
  const { mediaType } = kind;
  if (!isTooLarge(kind, bytes.length)) return { path: name, mediaType, bytes };
  ctx.metadata({ title: `Making ${name} smaller` });
  const fitted = await fitInThread(bytes, ctx.abort);
  if (fitted) return { path: name, mediaType, bytes: fitted.bytes, scaled: `${fitted.width}x${fitted.height}` };
  throw new ToolError('TOO_LARGE', `${name} is too large for a model: ${kind.label}, ${saySize(bytes.length)}.`, {
    suggestion: 'Only PNG and JPEG images are scaled down, up to 40 million pixels. Give a smaller copy of it.',
  });
}
