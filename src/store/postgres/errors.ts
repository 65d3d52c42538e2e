import { ToolError } from '../../tool/error.ts';
import type { PostgresPlace } from './place.ts';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Whether the server cannot be reached now, and may be in a moment. */
export const isAway = (error: unknown): boolean =>
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|(?:HOST|NET)(?:UNREACH|DOWN)|AI_AGAIN|NOENT)|08...|57P0[1235]|25P03|53300)$/.test(
    codeOf(error),
  ) ||
  /^(?:Connection terminated|timeout expired|Query read timeout|Client (?:has encountered|was closed))/.test(
    messageOf(error),
  );

export const isStarting = (error: unknown): boolean => codeOf(error) === '57P03';

/** Whether two transactions stood in each other's way, and this one was taken back as a whole. */
export const isConflict = (error: unknown): boolean => /^40(?:001|P01)$/.test(codeOf(error));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An error of opening in words: certificates, addresses that cannot be read, options that nobody knows. */
export function toOpenError(error: unknown, place: PostgresPlace): unknown {
  const known = toPostgresError(error, place);
  if (known instanceof ToolError) return known;
  const why = scrub(messageOf(error), place).replace(/\.$/, '');
  return new ToolError('EXECUTION_ERROR', `The store ${place.name} cannot be opened: ${why}.`, {
    suggestion: 'Check its address, and what it says about TLS.',
    details: { store: place.name },
  });
}

/** What went wrong, where, and what to do next; never with the password. */
export function toPostgresError(error: unknown, place: PostgresPlace): unknown {
  if (error instanceof ToolError) return error;
  const code = codeOf(error);
  const reason = scrub(messageOf(error) || code, place).replace(/\.$/, '');
  const { name } = place;
  const fail = (message: string, suggestion: string, retryable = false) =>
    new ToolError('EXECUTION_ERROR', message, { suggestion, retryable, details: { store: name } });
  if (isAway(error) || code === 'ENOTFOUND') {
    return fail(
      `The store ${name} does not answer: ${reason}.`,
      'Check that the server runs and that its address is right, and try again.',
      true,
    );
  }
  // The server refuses by rights, or does not know the user, or has no database of that name.
  if (/^(?:28...|42501|3D000|25006)$/.test(code)) {
    return new ToolError('PERMISSION_DENIED', `The store ${name} cannot be opened or written: ${reason}.`, {
      suggestion:
        'Check user, password and database in the address. The user needs the right to create a schema there ' +
        '(grant create on database), or the schema has to be made for them.',
      details: { store: name },
    });
  }
  if (code === '55P03' || code === '57014' || isConflict(error)) {
    return fail(
      `The store ${name} is held by another process: ${reason}.`,
      'Find who holds the lock (pg_stat_activity, pg_locks), end it or wait, and try again.',
      true,
    );
  }
  if (code === '53100' || code === '53200') {
    return fail(
      `The server of the store ${name} is out of ${code === '53100' ? 'disk space' : 'memory'}: ${reason}.`,
      'Free some and try again.',
      true,
    );
  }
  if (/^(?:58...|XX...)$/.test(code)) {
    return fail(`Reading or writing the store ${name} failed: ${reason}.`, "Look at the server's own log.");
  }
  if (/^[0-9A-Z]{5}$/.test(code)) {
    return fail(`The store ${name} refused a statement: ${reason}.`, 'This is a fault of Toolgate; please report it.');
  }
  return error;
}

/** A message without our password, should it repeat the address that we gave. */
function scrub(message: string, { url }: PostgresPlace): string {
  return secretsOf(url).reduce((text, secret) => text.replaceAll(secret, '…'), message);
}

function secretsOf(url: string): readonly string[] {
  try {
    const { password, searchParams } = new URL(url);
    const given = [url, password, decodeURIComponent(password), searchParams.get('password') ?? ''];
    return given.filter(secret => secret.length > 2);
  } catch {
    return [url];
  }
}
