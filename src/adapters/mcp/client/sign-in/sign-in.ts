import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/client';

/** How someone signs in to a server that wants it: keeps the tokens, and shows the page where a person agrees. */
export interface SignIn {
  readonly provider: OAuthClientProvider;
  /** What the page sent back, once the person has agreed. Its `state` is to be compared by whoever made it. */
  answer(): Promise<URLSearchParams>;
}

/** A server may want a wider consent for one call; not without end. */
const ROUNDS = 3;

interface SignInTry<T> {
  readonly signIn: SignIn | undefined;
  readonly attempt: () => Promise<T>;
  /** Hands the page's answer to whoever was refused. */
  readonly finish: (answer: URLSearchParams) => Promise<void>;
}

/** Tries, and tries again once someone has signed in. */
export async function withSignIn<T>({ signIn, attempt, finish }: SignInTry<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt();
    } catch (error) {
      if (!signIn || !(error instanceof UnauthorizedError) || round >= ROUNDS) throw error;
      await finish(await signIn.answer());
    }
  }
}
