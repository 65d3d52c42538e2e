import type { Info } from '../../tool/define.ts';
import { createTaskTool } from './create-task.ts';
import { completeTaskTool, rejectTaskTool, submitResultTool } from './decides-on-task.ts';
import { getTaskTool } from './get-task.ts';
import { listTasksTool } from './list-tasks.ts';
import type { TasklistServices } from './services.ts';
import { taskUpdateTool } from './task-update.ts';

const ON_ONE_TASK = [completeTaskTool, rejectTaskTool, taskUpdateTool];
const TOOLS = [listTasksTool, getTaskTool, submitResultTool, createTaskTool, ...ON_ONE_TASK];

export const tasklistPack = (services: TasklistServices): readonly Info[] => TOOLS.map(tool => tool(services));
