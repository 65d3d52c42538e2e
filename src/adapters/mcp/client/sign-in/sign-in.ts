import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/client';

/** The sign-in to a server that wants one: keeps the tokens, and shows the page where a person agrees. */
export interface SignIn {
  readonly provider: OAuthClientProvider;
  /** The page's answer, once the person has agreed. Whoever made its `state` is to compare it. */
  answer(): Promise<URLSearchParams>;
}

/** The most rounds: a server may want a wider consent for one call, but not without end. */
const ROUNDS = 3;

/** Makes an attempt, and another one once someone has signed in. `finish` hands on the page's answer. */
export async function withSignIn<T>(
  signIn: SignIn | undefined,
  { attempt, finish }: { attempt: () => Promise<T>; finish: (answer: URLSearchParams) => Promise<void> },
): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt();
    } catch (error) {
      if (!signIn || !(error instanceof UnauthorizedError) || round >= ROUNDS) throw error;
      await finish(await signIn.answer());
    }
  }
}
