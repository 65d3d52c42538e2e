import { getDocumentProxy } from 'unpdf';

export type PdfText = Awaited<ReturnType<typeof pdfToText>>;

const MOST_PAGES = 300;
const MOST_TEXT = 2_000_000;

type TextItem = Readonly<{ str?: string; hasEOL?: boolean }>;

/** The text of a PDF, of the pages that were read; none of pages that are pictures. Nothing in it is run or fetched. */
export async function pdfToText(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes, { enableXfa: false, stopAtErrors: false, verbosity: 0 });
  const parts: string[] = [];
  let size = 0;
  let read = 0;
  while (read < Math.min(pdf.numPages, MOST_PAGES) && size < MOST_TEXT) {
    read++;
    const { items } = await (await pdf.getPage(read)).getTextContent();
    const strings = (items as readonly TextItem[]).map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : ''));
    const text = strings.join('').trim();
    size += text.length;
    if (text !== '') parts.push(`## Page ${read}\n\n${text.replace(/[^\S\n]+/g, ' ')}`);
  }
  return { text: parts.join('\n\n'), pages: pdf.numPages, read };
}
