import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isRecord } from '../../../../schema/json.ts';
import { readSaidList } from '../../../read-said.ts';

/** A server's offers beside tools, as far as they were found in order. */
export type Offers = { readonly prompts: readonly ListedPrompt[]; readonly resources: readonly ListedResource[] };

interface ListedPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType?: string;
}

export const NO_OFFERS: Offers = { prompts: [], resources: [] };

const MOST = 500;
const MOST_PAGES = 20;
const MOST_TEXT = 1_000;

const PAGE = z.looseObject({ nextCursor: z.string().optional() });

/** Lists a server's offers beside tools. A server that cannot list them has none; its tools are there all the same. */
export async function listOffers(client: Client, patience: number): Promise<Offers> {
  const { prompts, resources } = client.getServerCapabilities() ?? {};
  const pages = async (method: string, key: string): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES && found.length < MOST; page++) {
      const answer = await client.request({ method, params: { cursor } }, PAGE, { timeout: patience });
      for (const offer of readSaidList(answer[key])) found.push(offer);
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    return found.slice(0, MOST);
  };
  const [said, held] = await Promise.all([
    prompts ? pages('prompts/list', 'prompts').catch(() => []) : [],
    resources ? pages('resources/list', 'resources').catch(() => []) : [],
  ]);
  return { prompts: said.flatMap(readPrompt), resources: held.flatMap(readResource) };
}

function readPrompt(entry: unknown): ListedPrompt[] {
  if (!isRecord(entry) || !isName(entry.name)) return [];
  const args = readSaidList(entry.arguments).flatMap(one =>
    isRecord(one) && isName(one.name)
      ? [{ name: one.name, description: lineOf(one.description), required: one.required === true }]
      : [],
  );
  return [{ name: entry.name, description: lineOf(entry.description), arguments: args.slice(0, 50) }];
}

function readResource(entry: unknown): ListedResource[] {
  if (!isRecord(entry) || typeof entry.uri !== 'string' || !URL.canParse(entry.uri) || entry.uri.length > 2_000)
    return [];
  const { uri, name, description, mimeType } = entry;
  const type = typeof mimeType === 'string' && mimeType.length < 100 ? { mimeType } : {};
  return [{ uri, name: lineOf(name) || uri, description: lineOf(description), ...type }];
}

const isName = (name: unknown): name is string => typeof name === 'string' && /^[^\p{Cc}\p{Cf}]{1,128}$/u.test(name);

/** A line of a server's text: nothing hidden in it, and an end to it. */
const lineOf = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .slice(0, MOST_TEXT)
        .toWellFormed()
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
    : '';
