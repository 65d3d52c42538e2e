import type { Info } from '../../tool/define.ts';
import { completeTask } from './complete-task.ts';
import { createTask } from './create-task.ts';
import { getTask } from './get-task.ts';
import { listTasks } from './list-tasks.ts';
import manifest from './manifest.json' with { type: 'json' };
import { rejectTask } from './reject-task.ts';
import type { TasklistServices } from './services.ts';
import { submitResult } from './submit-result.ts';
import { taskUpdate } from './task-update.ts';

const TOOLS = [listTasks, getTask, submitResult, createTask, completeTask, rejectTask, taskUpdate];

export function tasklistPack(services: TasklistServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: TOOLS.map(tool => tool(services)) };
}
