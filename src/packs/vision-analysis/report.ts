import { z } from 'zod';

export const SEVERITIES = ['critical', 'major', 'minor', 'suggestion'] as const;
export const CATEGORIES = ['layout', 'accessibility', 'consistency', 'ux', 'content'] as const;

const finding = z.object({
  severity: z.enum(SEVERITIES),
  category: z.enum(CATEGORIES),
  description: z.string(),
  location: z.string().optional(),
  suggestion: z.string(),
});

export const report = z.object({
  imagePath: z.string(),
  findings: z.array(finding),
  summary: z.string(),
  /** The time of the analysis, in ISO form. */
  analyzedAt: z.string(),
});

export type QAFinding = z.infer<typeof finding>;
export type QAReport = z.infer<typeof report>;

/**
 * The form of the answer that a model is asked for. Providers that hold it to the letter want every key required and no
 * other, so a key that may be left out is null instead.
 */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    findings: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          severity: { type: 'string', enum: [...SEVERITIES] },
          category: { type: 'string', enum: [...CATEGORIES] },
          description: { type: 'string', description: 'What is wrong, in a sentence or two' },
          location: { type: ['string', 'null'], description: 'Where in the picture' },
          suggestion: { type: 'string', description: 'What to change' },
        },
        required: ['severity', 'category', 'description', 'location', 'suggestion'],
        additionalProperties: false,
      },
    },
    summary: { type: 'string', description: 'The whole impression, in two or three sentences' },
  },
  required: ['findings', 'summary'],
  additionalProperties: false,
} as const;
