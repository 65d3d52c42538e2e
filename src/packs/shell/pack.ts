import type { Info } from '../../tool/define.ts';
import { bash } from './bash.ts';
import { bashKill } from './bash-kill.ts';
import { bashOutput } from './bash-output.ts';
import manifest from './manifest.json' with { type: 'json' };
import type { ShellServices } from './services.ts';

export function shellPack(services: ShellServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [bash(services), bashOutput(services), bashKill(services)] };
}
