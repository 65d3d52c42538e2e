import type { GuardedFetch } from '../../../network/create-guarded-fetch.ts';
import { sayCount } from '../../../text/say.ts';
import { ToolError } from '../../../tool/error.ts';
import { cleanLine } from '../clean-text.ts';
import { readResponse, secondsToWait } from '../fetch/read-response.ts';
import type { ProviderChoice } from './choose-provider.ts';
import { type Hit, isReplyRecord, type Query } from './providers.ts';

const MOST_BYTES = 4 * 1024 * 1024;

/** Asks a provider one question, and gives the results as the provider gave them. */
export async function askProvider(
  query: Query,
  chosen: ProviderChoice,
  { guarded, signal }: { guarded: GuardedFetch; signal: AbortSignal },
): Promise<readonly Hit[]> {
  const { provider, base, key } = chosen;
  const { url, init } = provider.request(query, base, key);
  const response = await guarded(url, { ...init, signal });
  const { bytes, cut } = await readResponse(response, MOST_BYTES);
  const text = Buffer.from(bytes).toString('utf8');
  const came = { status: response.status, text, wait: secondsToWait(response.headers.get('retry-after')) };
  if (response.status !== 200) throw refusal(came, chosen);
  const answer = cut ? undefined : parse(text);
  const hits = isReplyRecord(answer) ? provider.hits(answer) : undefined;
  if (hits) return hits;
  // Some providers tell an error under a status that means success.
  if (isReplyRecord(answer) && findWord(answer) !== undefined) throw refusal(came, chosen);
  throw new ToolError('EXECUTION_ERROR', `${provider.label} answered in a form that is not its own`, {
    suggestion: 'Check web.search.baseURL: does this provider answer there?',
    details: { provider: provider.name },
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A short text of the provider about the error, without the key in case the provider repeats it. */
function wordOf(text: string, key: string): string {
  const answer = parse(text.slice(0, 20_000));
  const found = isReplyRecord(answer) ? findWord(answer) : undefined;
  if (found === undefined) return '';
  const word = cleanLine(key === '' ? found : found.replaceAll(key, '***'), 160);
  return word === '' ? '' : `: ${word}`;
}

const WORDS = ['error', 'message', 'detail', 'msg'];

function findWord(answer: Readonly<Record<string, unknown>>, depth = 0): string | undefined {
  for (const name of WORDS) {
    const value = answer[name];
    if (typeof value === 'string') return value;
    const inner = isReplyRecord(value) && depth < 3 ? findWord(value, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

type Meaning = 'key' | 'rate' | 'plan' | 'format' | 'server' | 'other';

function meaningOf(status: number, text: string, { provider }: ProviderChoice): Meaning {
  const known = provider.statuses?.[status];
  if (known) return known;
  if (status === 401 || status === 403 || (status === 422 && /TOKEN/.test(text.slice(0, 2_000)))) return 'key';
  if (status === 429) return 'rate';
  return status >= 500 ? 'server' : 'other';
}

/** A reply; `wait` is in seconds. */
type ProviderReply = Readonly<{ status: number; text: string; wait: number | undefined }>;

function refusal({ status, text, wait }: ProviderReply, chosen: ProviderChoice): ToolError {
  const { provider, keyEnv, key } = chosen;
  const { label } = provider;
  const meaning = meaningOf(status, text, chosen);
  const pause = wait ? sayCount(wait, 'second') : 'a little';
  const words: Readonly<Record<Meaning, readonly [message: string, suggestion: string]>> = {
    key: [
      `${label} does not take the key`,
      provider.needsKey ? `Check the key in ${keyEnv}.` : 'Check who may use it.',
    ],
    rate: [`${label} was asked too often`, `Wait ${pause} and search again.`],
    plan: [
      `What the plan of ${label} allows is used up`,
      'Look at the plan, or choose another provider in web.search.',
    ],
    format: [`${label} gives no JSON`, 'Add json to search.formats in its settings.yml, or use another instance.'],
    server: [`${label} failed`, 'Search again later.'],
    other: [`${label} refused the search`, 'Change the query: shorter, and in plain words.'],
  };
  const [message, suggestion] = words[meaning];
  return new ToolError('EXECUTION_ERROR', `${message} (status ${status}${wordOf(text, key)})`, {
    suggestion,
    retryable: meaning === 'rate' || meaning === 'server',
    details: { provider: provider.name, status, ...(wait ? { retryAfter: wait } : {}) },
  });
}
