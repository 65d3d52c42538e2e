import type { Info } from '../../tool/define.ts';
import { runCode } from './run-code.ts';
import type { CodeServices } from './services.ts';

export const codePack = (services: CodeServices): readonly Info[] => [runCode(services)];
