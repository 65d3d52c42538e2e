/** Ends the process once nothing holds it: to take its heap down first is a part of a short command's time. */
export function leaveWhenDone(): void {
  setImmediate(() => {
    if (process.getActiveResourcesInfo().length === 0) process.exit();
  });
}
