#!/usr/bin/env node
// Runs in the place of a host's shell command: Toolgate runs that command in its sandbox, and its output comes out
// here. The command's end is told on descriptor 3 as a line of shell, for the shell that the host keeps: the folder
// that the command ended in, and its exit code.
// Usage: shell-call SOCKET ID
import { writeSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { ownProcess } from './own-process.ts';
import { isPrivateFolder } from './place.ts';

/** What a shell says of a command that could not be run. */
const NOT_RUN = 126;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const [socket = '', id = ''] = process.argv.slice(2);

function fail(why: string): never {
  process.stderr.write(`toolgate: ${why}\n`);
  process.exit(NOT_RUN);
}

/** Frames: a letter, the length in four bytes, the bytes: o and e for the streams, x for the end, code and line. */
function readFrames(onFrame: (kind: string, bytes: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return chunk => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const end = 5 + rest.readUInt32BE(1);
      if (rest.length < end) return;
      onFrame(String.fromCharCode(rest[0]!), rest.subarray(5, end));
      rest = rest.subarray(end);
    }
  };
}

if (!isPrivateFolder(dirname(socket))) fail('the Toolgate that was to run this is gone; call the tool again');
const connection = connect(socket);
let ended = false;
connection.once('error', () => fail('the Toolgate that was to run this is gone; call the tool again'));
connection.once('close', () => ended || fail('Toolgate ended before the command did; nothing of it was kept'));
connection.on(
  'data',
  readFrames((kind, bytes) => {
    if (kind === 'o') process.stdout.write(bytes);
    else if (kind === 'e') process.stderr.write(bytes);
    else if (kind === 'x') {
      ended = true;
      if (bytes.length > 1) writeSync(3, bytes.subarray(1));
      process.exitCode = bytes[0]!;
      connection.end();
    }
  }),
);
connection.write(`${JSON.stringify({ ask: 'run', id, cwd: process.cwd(), client: ownProcess() })}\n`);
// Whoever stops this process stops the command: the connection closes with the process.
for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => process.exit(code));
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(SIGNALS.SIGHUP));
