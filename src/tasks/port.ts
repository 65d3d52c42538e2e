export type { TaskOutline, TaskRow, TaskStatus } from '../store/port.ts';
