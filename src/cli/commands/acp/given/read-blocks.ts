import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContentBlock, RequestError } from '@agentclientprotocol/sdk';
import { markUntrusted } from '../../../../tool/text/untrusted.ts';
import { cutAfter, toPrintableLine } from '../../../terminal/terminal.ts';
import { fenced } from '../shown/code-block.ts';
import type { EditorPaths } from '../shown/editor-paths.ts';

export interface ReadPrompt {
  readonly text: string;
  /** The person's own words: what they typed and what they pointed at, and nothing of its content. */
  readonly said: string;
  readonly files: readonly string[];
  /** Content that came from elsewhere is in the text. */
  readonly outside: boolean;
}

/** Characters of a whole prompt: more would fill most models at once. */
const MOST = 1_000_000;
const MOST_BLOCKS = 1_000;
const LONGEST_NAME = 500;

export function readBlocks(blocks: readonly ContentBlock[], paths: EditorPaths): ReadPrompt {
  if (blocks.length > MOST_BLOCKS) throw refused(`it has ${blocks.length} parts, and ${MOST_BLOCKS} are the most`);
  const read = blocks.map(block => readBlock(block, paths));
  const text = join(read.map(({ shown }) => shown));
  if (text.length > MOST)
    throw refused(
      `it has ${text.length} characters, and ${MOST} are the most. Link to files instead of attaching them`,
    );
  const said = join(read.map(part => part.said ?? ''));
  if (said.trim() === '' && text.trim() === '') throw refused('it is empty');
  return {
    text,
    said,
    files: read.flatMap(({ file }) => file ?? []),
    outside: read.some(({ outside }) => outside === true),
  };
}

const refused = (why: string): RequestError =>
  RequestError.invalidParams(undefined, `the prompt cannot be taken: ${why}`);

const join = (parts: readonly string[]): string => parts.filter(part => part !== '').join('\n\n');

interface ReadBlock {
  readonly shown: string;
  readonly said?: string;
  readonly file?: string | undefined;
  readonly outside?: boolean;
}

function readBlock(block: ContentBlock, paths: EditorPaths): ReadBlock {
  if (block.type === 'text') return { shown: block.text, said: block.text };
  if (block.type === 'resource_link') {
    const name = nameOf(block.uri, paths);
    return { shown: `[Linked: ${name}]`, said: name };
  }
  if (block.type === 'resource') return readResource(block.resource, paths);
  throw refused(`it has a part of the type ${block.type}, and text, links and embedded texts are what is taken`);
}

type EmbeddedResource = Extract<ContentBlock, { type: 'resource' }>['resource'];

function readResource(resource: EmbeddedResource, paths: EditorPaths): ReadBlock {
  const name = nameOf(resource.uri, paths);
  if (!('text' in resource)) {
    const type = toPrintableLine(resource.mimeType ?? 'bytes').slice(0, 100);
    return {
      shown: `[Attached, but not shown here: ${name} (${type}, ${resource.blob.length} characters)]`,
      said: name,
    };
  }
  const file = fileIn(resource.uri, paths);
  if (file === undefined)
    return { shown: `${name}:\n${markUntrusted(resource.text, name)}`, said: name, outside: true };
  return { shown: `${name}:\n${fenced(resource.text)}`, said: name, file };
}

/** The path in the workspace, or the address, as one line. */
function nameOf(uri: string, paths: EditorPaths): string {
  const file = fileIn(uri, paths);
  const name = toPrintableLine(file === undefined ? uri : relative(paths.root, file));
  const lines = file === undefined ? undefined : /#L\d+(?::\d+|-L?\d+)?$/.exec(uri)?.[0];
  return `${cutAfter(name, LONGEST_NAME)}${lines ?? ''}`;
}

function fileIn(uri: string, paths: EditorPaths): string | undefined {
  try {
    const { protocol, host } = new URL(uri);
    return protocol === 'file:' && host === '' ? paths.fromEditor(fileURLToPath(uri)) : undefined;
  } catch {
    return undefined;
  }
}
