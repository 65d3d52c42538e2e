/** How the command is typed here: in a checkout there is no `toolgate` on the path yet. */
export const toolgateCommand = (): string => (process.env.npm_lifecycle_event ? 'npm run -s toolgate --' : 'toolgate');
