/**
 * Ends the process once nothing holds it. It would end then by itself, but first it would take its whole heap down,
 * which for a short command is a part of its time that people see.
 */
export function leaveWhenDone(): void {
  setImmediate(() => {
    if (process.getActiveResourcesInfo().length === 0) process.exit();
  });
}
