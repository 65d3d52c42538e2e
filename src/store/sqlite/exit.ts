const atExit = new Set<() => void>();

function runAll(): void {
  for (const action of atExit) {
    try {
      action();
    } catch {
      // The other actions still get their turn; nobody is left who could be told of the error.
    }
  }
}

/** Runs the action when the process ends by itself or by `process.exit`; gives back the way to call it off. */
export function onExit(action: () => void): () => void {
  if (atExit.size === 0) process.on('exit', runAll);
  atExit.add(action);
  return () => {
    if (atExit.delete(action) && atExit.size === 0) process.off('exit', runAll);
  };
}
