const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|__mocks__|fixtures?|testdata|testing)\/|[._-](?:test|spec|tests)\.[^/]+$|(?:^|\/)test_[^/]+$/i;
const EXAMPLE = /(?:^|\/)(?:examples?|demos?|samples?|bench(?:mark)?s?|docs?|scripts?)\//i;
const VENDORED = /(?:^|\/)(?:vendor|vendored|third[_-]?party|external|deps|bower_components|_vendor)\//i;
const GENERATED =
  /(?:^|\/)(?:dist|build|out|generated|__generated__|gen)\/|\.(?:min|bundle|generated|gen|pb)\.[^/]+$|_pb2?\.[^/]+$/i;
const OLD = /(?:^|\/)(?:legacy|deprecated|compat|old|v\d+)\//i;
const PROSE = /\.(?:md|mdx|rst|txt|json|ya?ml|toml|lock|csv|xml|html|css|svg|ini|cfg)$/i;
const DECLARATIONS = /\.d\.[cm]?ts$/i;

export const isTest = (path: string): boolean => TEST.test(path);

/** The weight of a file: how likely somebody means it rather than another with the same words. */
export function weightOf(path: string): number {
  let weight = 1;
  if (isTest(path)) weight *= 0.6;
  else if (EXAMPLE.test(path)) weight *= 0.85;
  if (VENDORED.test(path)) weight *= 0.6;
  if (GENERATED.test(path)) weight *= 0.65;
  if (OLD.test(path)) weight *= 0.97;
  if (PROSE.test(path)) weight *= 0.8;
  if (DECLARATIONS.test(path)) weight *= 0.85;
  return weight;
}
