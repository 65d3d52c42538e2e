import type { EndpointJudge } from '../../../network/target/endpoints.ts';
import type { FetchLimits, WebServices } from '../../../packs/web/services.ts';
import { namesHost } from '../../../policy/guards/names-host.ts';
import type { RuntimePolicy } from '../../../policy/types.ts';
import type { Context } from '../../../tool/context.ts';
import type { PackParts } from '../parts.ts';

type Parts = Pick<PackParts, 'env' | 'policy' | 'web'>;

export function createWebServices({ env, policy, web }: Parts): WebServices {
  return {
    env,
    search: web?.search,
    open: async (ctx, limits) => {
      const [{ createGuardedFetch }, rules] = await Promise.all([
        import('../../../network/create-guarded-fetch.ts'),
        endpointRules(ctx, limits, policy),
      ]);
      return createGuardedFetch({
        ...rules,
        maxBytes: limits.size,
        timeoutMs: limits.time,
        onRedirect: limits.onRedirect,
        // A user who lets the environment name a proxy means their own.
        ...(policy().network.proxy ? { proxyFrom: env, privateProxy: true } : {}),
      });
    },
  };
}

/** Rules that judge each hop, with the policy of that moment. */
async function endpointRules(
  { mayReach }: Context,
  { own }: FetchLimits,
  policy: () => RuntimePolicy,
): Promise<{ allow: EndpointJudge; private: EndpointJudge }> {
  const { isLocalHost } = await import('../../../network/target/check-target.ts');
  const { compileEndpoints } = await import('../../../network/target/endpoints.ts');
  const configured = compileEndpoints([], own === undefined ? [] : [own]);
  return {
    allow: ({ host }) => mayReach?.(host, isLocalHost(host)) ?? false,
    private: endpoint => {
      const { host } = endpoint;
      if (configured.isPrivate(endpoint)) return true;
      return isLocalHost(host) && namesHost(policy(), host) && mayReach?.(host, true) === true;
    },
  };
}
