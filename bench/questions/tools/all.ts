import { CONNECTED } from '../connected/load.ts';
import { FOREIGN } from '../foreign/load.ts';
import { FRESH } from '../fresh/load.ts';
import { PUBLISHED } from '../published/load.ts';
import { RECORDED } from '../recorded/load.ts';
import { VARIED } from '../varied/load.ts';
import { OWN_TOOLS } from './declare.ts';
import type { Tools } from './declared.ts';

/** The tools of every suite. */
export const TOOLS: Readonly<Record<string, Tools>> = {
  ...OWN_TOOLS,
  ...FOREIGN.tools,
  ...FRESH.tools,
  ...VARIED.tools,
  ...PUBLISHED.tools,
  ...CONNECTED.tools,
  ...RECORDED.tools,
};
