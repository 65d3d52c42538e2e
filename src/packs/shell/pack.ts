import type { Info } from '../../tool/define.ts';
import { bash } from './bash.ts';
import { bashKill, bashOutput } from './job-tools.ts';
import type { ShellServices } from './services.ts';

export function shellPack(services: ShellServices): readonly Info[] {
  return [bash(services), bashOutput(services), bashKill(services)];
}
