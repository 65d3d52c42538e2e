import { RISK_PROFILES } from '../../src/registry/manifest.ts';

const text = { type: 'string', pattern: '\\S' } as const;

/** JSON Schema of a pack's manifest, for editors; `parseToolPackManifest` has the last word. */
export const MANIFEST_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Toolgate pack manifest',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    schemaVersion: { const: 1 },
    name: { ...text, description: 'Unique among the packs that are registered' },
    description: { ...text, description: 'One sentence' },
    tools: { type: 'array', items: text, minItems: 1, description: 'The names of exactly the tools the code defines' },
    riskProfile: { enum: Object.keys(RISK_PROFILES), description: 'What the pack may do at most' },
    tags: { type: 'array', items: text },
  },
  required: ['schemaVersion', 'name', 'description', 'tools', 'riskProfile'],
  additionalProperties: false,
} as const;
