import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Tool } from '../src/index.ts';
import { fixture, NOTHING } from './fixture.ts';

/** A red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A wave of no length. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const image = { name: 'pixel.png', mediaType: 'image/png', data: PNG };

const embedded = (uri: string, mediaType: string, text: string): Tool.Attachment => ({
  name: uri,
  mediaType,
  data: Buffer.from(text).toString('base64'),
});

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** What a result may hold, and what is told while a tool runs. */
export const contentTools: readonly Tool.Info[] = [
  fixture('test_simple_text', NOTHING, () => ({ output: 'This is a simple text response for testing.' })),
  fixture('test_image_content', NOTHING, () => ({ output: '', attachments: [image] })),
  fixture('test_audio_content', NOTHING, () => ({
    output: '',
    attachments: [{ name: 'silence.wav', mediaType: 'audio/wav', data: WAV }],
  })),
  fixture('test_embedded_resource', NOTHING, () => ({
    output: '',
    attachments: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  fixture('test_multiple_content_types', NOTHING, () => ({
    output: 'Multiple content types test:',
    attachments: [
      image,
      embedded('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
    ],
  })),
  fixture('test_error_handling', NOTHING, () => {
    throw new Error('This tool intentionally returns an error for testing');
  }),
  fixture('test_tool_with_progress', NOTHING, async (_, _client, ctx) => {
    for (const progress of [0, 50, 100]) {
      ctx.metadata({ progress, total: 100 });
      await sleep(50);
    }
    return { output: 'Done, with progress.' };
  }),
  fixture('test_tool_with_logging', NOTHING, async (_, client) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      client.log('info', line);
      await sleep(50);
    }
    return { output: 'Done, with a log.' };
  }),
  fixture('test_logging_tool', NOTHING, (_, client) => {
    client.log('info', 'A line for who asked for it');
    return { output: 'Done.' };
  }),
  fixture('test_reconnection', NOTHING, async (_, client) => {
    await sleep(50);
    client.hangUp();
    await sleep(100);
    return { output: 'Done, after the connection was closed.' };
  }),
  fixture('json_schema_2020_12_tool', SCHEMA_2020_12, args => ({ output: JSON.stringify(args) })),
  fixture('test_x_mcp_header', z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }), ({ region }) => ({
    output: `Region: ${String(region)}`,
  })),
];
