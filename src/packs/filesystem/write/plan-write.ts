import { ToolError } from '../../../tool/error.ts';
import { encodingName } from '../read/text-of.ts';
import type { ExistingEntry } from './existing.ts';

interface PlannedWrite {
  readonly bytes: Uint8Array;
  /** Whether the file holds these bytes already. */
  readonly same: boolean;
  /** The encoding that the file keeps, where it is not plain UTF-8. */
  readonly encoding?: string;
  /** Whether the file had CRLF throughout and the content has LF only. */
  readonly crlfLost: boolean;
}

interface WriteRequest {
  readonly content: string;
  readonly encoding?: 'utf-8' | 'base64';
  readonly existing?: ExistingEntry;
}

/** The bytes to write: literal, but in the encoding that the file had. */
export function planWrite({ content, encoding, existing }: WriteRequest): PlannedWrite {
  if (encoding === 'base64') return compare(decodeBase64(content), existing);
  const text = existing?.text;
  const crlfLost = losesCrlf(content, text?.text);
  const plain = !text || text.encoding === 'utf-8 with damaged bytes' || (text.encoding === 'utf-8' && !text.bom);
  if (plain) return compare(Buffer.from(content, 'utf8'), existing, { crlfLost });
  const bare = content.replace(/^\ufeff/, '');
  const character = text.unencodable(bare);
  if (character !== undefined) {
    const message = `The file is in ${encodingName(text)}, which has no ${JSON.stringify(character)}. Nothing was changed.`;
    const suggestion = 'Leave such characters out, or write the bytes themselves with encoding "base64".';
    throw new ToolError('INVALID_ARGUMENTS', message, { suggestion, details: { encoding: text.encoding, character } });
  }
  return compare(text.encode(bare), existing, { encoding: encodingName(text), crlfLost });
}

function compare(bytes: Uint8Array, existing?: ExistingEntry, more: Partial<PlannedWrite> = {}): PlannedWrite {
  const same = existing?.bytes !== undefined && Buffer.compare(bytes, existing.bytes) === 0;
  return { bytes, same, crlfLost: false, ...more };
}

function losesCrlf(content: string, before: string | undefined): boolean {
  if (!before?.includes('\r\n') || content.includes('\r\n') || !content.includes('\n')) return false;
  return !/(?<!\r)\n/.test(before);
}

/** Decodes base64 strictly: the alphabet, the padding, and nothing else but line breaks. */
function decodeBase64(content: string): Uint8Array {
  const bare = content.replace(/[\r\n]+/g, '');
  const wrong = /[^A-Za-z0-9+/=]|=(?=[^=])/.exec(bare);
  if (wrong || bare.length % 4 !== 0 || /={3,}$/.test(bare)) {
    const why = wrong ? `character ${JSON.stringify(wrong[0])} at ${wrong.index}` : `length ${bare.length}`;
    throw new ToolError('INVALID_ARGUMENTS', `content is not valid base64 (${why}). Nothing was changed.`, {
      suggestion: 'Give padded standard base64, or leave encoding out to write text.',
    });
  }
  return Buffer.from(bare, 'base64');
}
