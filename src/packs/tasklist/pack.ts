import type { Info } from '../../tool/define.ts';
import { completeTaskTool } from './complete-task.ts';
import { createTaskTool } from './create-task.ts';
import { getTaskTool } from './get-task.ts';
import { listTasksTool } from './list-tasks.ts';
import { rejectTaskTool } from './reject-task.ts';
import type { TasklistServices } from './services.ts';
import { submitResultTool } from './submit-result.ts';
import { taskUpdateTool } from './task-update.ts';

const TOOLS = [
  listTasksTool,
  getTaskTool,
  submitResultTool,
  createTaskTool,
  completeTaskTool,
  rejectTaskTool,
  taskUpdateTool,
];

export function tasklistPack(services: TasklistServices): readonly Info[] {
  return TOOLS.map(tool => tool(services));
}
