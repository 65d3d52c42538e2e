import type { Info } from '../../tool/define.ts';
import { bash } from './bash.ts';
import { bashKill } from './bash-kill.ts';
import { bashOutput } from './bash-output.ts';
import type { ShellServices } from './services.ts';

export function shellPack(services: ShellServices): readonly Info[] {
  return [bash(services), bashOutput(services), bashKill(services)];
}
