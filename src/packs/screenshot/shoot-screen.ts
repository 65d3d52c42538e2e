import type { JobLimits } from '../../sandbox/port.ts';
import { kindOfBytes } from '../../text/kind-of-bytes.ts';
import type { Context } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import { type ScreenMode, type ScreenWay, screenWays } from './screen-ways.ts';
import type { ScreenshotServices } from './services.ts';

const MIB = 1024 * 1024;
const LIMITS: JobLimits = {
  time: 30_000,
  cpu: 60,
  memory: 2048 * MIB,
  processes: 64,
  fileSize: 512 * MIB,
  disk: 1024 * MIB,
  files: 512,
};
/** Milliseconds in which a person has to choose a part of the screen. */
const INTERACTIVE_TIME = 90_000;
const MOST_BYTES = 256 * MIB;
const MOST_SAID = 2_000;

/** A PNG of the screen, by the first way that gives one. */
export async function shootScreen(services: ScreenshotServices, mode: ScreenMode, ctx: Context): Promise<Uint8Array> {
  const { ways, missing } = screenWays(services, mode, ctx.files.root);
  const failures: string[] = [];
  for (const way of ways) {
    ctx.metadata({ title: mode === 'interactive' ? 'Waiting for a choice on the screen' : `Asking ${way.name}` });
    const tried = await tryWay(services, { way, mode }, ctx);
    if (tried.png) return tried.png;
    failures.push(`${way.name}: ${tried.says}`);
  }
  throw noPicture(failures, missing);
}

type ScreenAttempt = Readonly<{ png?: Uint8Array; says: string }>;

async function tryWay(
  services: ScreenshotServices,
  { way, mode }: { readonly way: ScreenWay; readonly mode: ScreenMode },
  ctx: Context,
): Promise<ScreenAttempt> {
  const sandbox = await services.outside();
  const parts: Buffer[] = [];
  let [bytes, said] = [0, ''];
  const ended = await sandbox.run({
    argv: way.argv,
    root: ctx.files.root,
    cwd: '/',
    view: { kind: 'real' },
    hidden: [],
    env: way.env,
    cached: false,
    limits: mode === 'interactive' ? { ...LIMITS, time: INTERACTIVE_TIME } : LIMITS,
    signal: ctx.abort,
    onOutput(chunk, stream) {
      if (stream === 'stderr') said = (said + chunk.toString('latin1')).slice(0, MOST_SAID);
      else bytes += chunk.length;
      if (stream === 'stdout' && bytes <= MOST_BYTES) parts.push(chunk);
    },
  });
  ctx.abort.throwIfAborted();
  if (ended.stopped)
    return { says: ended.stopped === 'time' ? 'it did not end in time' : `stopped (${ended.stopped})` };
  const all = Buffer.concat(parts);
  const png = way.encoded ? Buffer.from(all.toString('latin1').trim(), 'base64') : all;
  const kind = kindOfBytes(png);
  if (ended.code === 0 && kind?.mediaType === 'image/png' && kind.width) return { png, says: '' };
  const [line = ''] = said.trim().split('\n');
  return { says: line.slice(0, 300) || (ended.code === 0 ? 'it gave no picture' : `it ended with ${ended.code}`) };
}

function noPicture(failures: readonly string[], missing: readonly string[]): ToolError {
  const why = failures.length > 0 ? `: ${failures.join('; ')}` : ', for there is no way to it here';
  return new ToolError('EXECUTION_ERROR', `No picture of the screen could be taken${why}. Nothing was written.`, {
    suggestion:
      missing.length > 0
        ? `Needed: ${missing.join('; ')}. Pages can be shown without a screen: mode "page" with a url.`
        : 'Check that the screen can be reached from here. Pages can be shown without one: mode "page" with a url.',
    details: { tried: failures },
  });
}
