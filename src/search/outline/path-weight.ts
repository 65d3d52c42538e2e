const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|__mocks__|fixtures?|testdata|testing)\/|[._-](?:test|spec|tests)\.[^/]+$|(?:^|\/)test_[^/]+$/i;
const EXAMPLE = /(?:^|\/)(?:examples?|demos?|samples?|bench(?:mark)?s?|docs?|scripts?)\//i;
const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/(?:^|\/)(?:vendor|vendored|third[_-]?party|external|deps|bower_components|_vendor)\//i, 0.6],
  [
    /(?:^|\/)(?:dist|build|out|generated|__generated__|gen)\/|\.(?:min|bundle|generated|gen|pb)\.[^/]+$|_pb2?\.[^/]+$/i,
    0.65,
  ],
  [/(?:^|\/)(?:legacy|deprecated|compat|old|v\d+)\//i, 0.97],
  [/\.(?:md|mdx|rst|txt|json|ya?ml|toml|lock|csv|xml|html|css|svg|ini|cfg)$/i, 0.8],
  [/\.d\.[cm]?ts$/i, 0.85],
];

export const isTest = (path: string): boolean => TEST.test(path);

/** The weight of a file: how likely somebody means it rather than another with the same words. */
export function weightOf(path: string): number {
  let weight = isTest(path) ? 0.6 : EXAMPLE.test(path) ? 0.85 : 1;
  for (const [pattern, factor] of FACTORS) if (pattern.test(path)) weight *= factor;
  return weight;
}
