import { createHash, timingSafeEqual } from 'node:crypto';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';

type Guard = (request: Request) => Response | undefined;

/** A guard that lets in names of this machine only: a page elsewhere that lets its own name lead here gets nothing. */
export const fromThisMachine: Guard = request =>
  hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
  originValidationResponse(request, localhostAllowedOrigins());

/** Tells whether a text is the token. The time that it takes does not show how much of the text was right. */
export function tokenCheck(token: string): (given: string | undefined) => boolean {
  const expected = digest(token);
  return given => given !== undefined && timingSafeEqual(digest(given), expected);
}

/** A guard that lets in only a client that knows the token, or one of them. */
export function withToken(token: string | readonly string[]): Guard {
  const checks = [token].flat().map(tokenCheck);
  const isToken = (given: string | undefined) => checks.some(check => check(given));
  return request => {
    const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (isToken(given)) return undefined;
    const headers = { 'WWW-Authenticate': 'Bearer realm="toolgate"' };
    return refuseRequest(401, [-32000, 'Unauthorized: send the token that `toolgate serve` has printed'], headers);
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** An error of the protocol that answers no message, for nobody has read one. */
export const refuseRequest = (
  status: number,
  [code, message]: readonly [code: number, message: string],
  headers?: Readonly<Record<string, string>>,
): Response => Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
