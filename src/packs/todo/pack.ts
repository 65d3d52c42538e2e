import type { Info } from '../../tool/define.ts';
import { type Todo, type TodoServices, todoread, todowrite } from './todo.ts';

/** The pack of to-do lists; without a service the lists live as long as the pack. */
export function todoPack(services: TodoServices = inMemory()): readonly Info[] {
  return [todowrite(services), todoread(services)];
}

function inMemory(): TodoServices {
  const lists = new Map<string, readonly Todo[]>();
  return {
    todos: { read: sessionID => lists.get(sessionID), write: (sessionID, list) => void lists.set(sessionID, list) },
  };
}
