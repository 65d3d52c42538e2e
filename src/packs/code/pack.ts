import type { Info } from '../../tool/define.ts';
import type { ShellServices } from '../shell/services.ts';
import manifest from './manifest.json' with { type: 'json' };
import { runCode } from './run-code.ts';

export function codePack(services: ShellServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [runCode(services)] };
}
