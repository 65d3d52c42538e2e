import { Duplex } from 'node:stream';
import type { Connect, DialRequest } from '../../../src/network/connection/dial.ts';

/** What a server that is not there says to a request, given whole; undefined for silence. */
type Script = (dialled: DialRequest, request: string) => string | undefined;

export const ok = (body = '', headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

export const redirectTo = (location: string, status = 302) =>
  `HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`;

interface ScriptedWire {
  readonly connect: Connect;
  readonly dialled: DialRequest[];
  readonly requests: string[];
  readonly streams: Duplex[];
}

/** A dialler without a network, for tests: it notes where it was asked to go and plays the server. */
export function createScriptedWire(script: Script = () => ok()): ScriptedWire {
  const wire = { dialled: [] as DialRequest[], requests: [] as string[], streams: [] as Duplex[] };
  const connect: Connect = dialled => {
    wire.dialled.push(dialled);
    let text = '';
    const stream = new Duplex({
      read() {},
      write(chunk: Buffer, _, done) {
        text += chunk.toString('latin1');
        const [head = '', body] = text.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (body !== undefined && body.length >= length) {
          wire.requests.push(text);
          const answer = script(dialled, text);
          text = '';
          if (answer !== undefined) stream.push(Buffer.from(answer, 'latin1'));
        }
        done();
      },
    });
    wire.streams.push(stream);
    return stream;
  };
  return { ...wire, connect };
}
