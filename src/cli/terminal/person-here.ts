import { userInfo } from 'node:os';

/** The name of the person at this terminal, as the system knows them, for those who read later who has answered. */
export function personHere(): string {
  try {
    return userInfo().username;
  } catch {
    // The user has no entry, as in some containers.
    return 'command line';
  }
}
