import type { ConvertedPage, HtmlJob } from '../html/convert-html.ts';
import type { FittedImage } from '../image/fit-image.ts';
import type { PdfText } from '../pdf-to-text.ts';

/** The jobs of the thread, and what it makes of each. */
export interface ThreadJobs {
  readonly html: { readonly input: HtmlJob; readonly made: ConvertedPage };
  readonly pdf: { readonly input: Uint8Array; readonly made: PdfText };
  readonly image: { readonly input: Uint8Array; readonly made: FittedImage | undefined };
}

export type JobKind = keyof ThreadJobs;

export type Order<K extends JobKind = JobKind> = Readonly<{ kind: K; input: ThreadJobs[K]['input'] }>;

export type ThreadAnswer = { readonly made: unknown } | { readonly failure: string };
