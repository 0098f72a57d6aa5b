/**
 * Keys out of whatever is written down or shown. A mask is as long as what it hides, so that offsets into a masked text
 * stay true. Known keys are hidden wherever they stand; what merely looks like one (a parameter called "token") only in
 * inputs and error texts, because pages must be replayed as they were.
 */
import { WinnowError } from '../../core/errors.js';
import type { Environment } from '../environment.js';

export type Secrets = {
  /** Hides the known keys. */
  readonly hide: (text: string) => string;
  /** Hides the known keys and everything that looks like one. */
  readonly hideAll: (text: string) => string;
  /** The error with nothing in its message that should not be seen. */
  readonly cleaned: (error: unknown) => unknown;
};

/** Shorter ones would hide words of ordinary text. */
const SHORTEST = 6;

export function createSecrets(values: readonly string[]): Secrets {
  const known = values.filter((value) => value.length >= SHORTEST).flatMap(spellings);
  const hide = (text: string) => known.reduce((hidden, value) => hidden.replaceAll(value, mask(value)), text);
  const hideAll = (text: string) => LOOKS.reduce((hidden, look) => hidden.replace(look, masked), hide(text));
  const cleaned = (error: unknown) => {
    if (!(error instanceof Error)) return error;
    const message = hideAll(error.message);
    if (message === error.message) return error;
    const { code, ...fields } = error as Error & { code?: unknown };
    return error instanceof WinnowError
      ? Object.assign(new WinnowError(error.code, message), fields)
      : Object.assign(new Error(message), typeof code === 'string' && { code });
  };
  return { hide, hideAll, cleaned };
}

/** As it is, in a URL, in base64 ("Basic" headers aside), and inside JSON. */
function spellings(value: string): string[] {
  const all = [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    JSON.stringify(value).slice(1, -1),
  ];
  return [...new Set(all)];
}

const mask = (text: string) => '*'.repeat(text.length);
const masked = (_: string, before: string, secret: string) => `${before}${mask(secret)}`;

/** Bounded where they could be made to look at the same text again and again. */
const LOOKS: readonly RegExp[] = [
  // ?key=..., &access_token=...
  /([?&](?:[\w-]{0,40}(?:api[_-]?key|token|secret|password|signature|credential)|key|auth|sig|cx)=)([^&\s"'#<>]+)/gi,
  // https://user:password@host
  /(\bhttps?:\/\/)([^\s/"'@]+)(?=@)/gi,
  // Authorization: Bearer ..., x-api-key: ...
  /(\b(?:Bearer|Basic)\s+)([\w~+/.=-]{6,})/gi,
  /(\b(?:authorization|[\w-]{0,40}api-key|x-subscription-token)["']?\s*[:=]\s*["']?)((?!Bearer|Basic)[^\s"',}]{6,})/gi,
  // The shapes of well-known keys: OpenAI and Anthropic, Google, Tavily, GitHub
  /(\b)((?:sk|pk|rk)-[\w-]{16,}|AIza[\w-]{30,}|tvly-[\w-]{10,}|gh[pousr]_\w{20,})/g,
];

/** Values of variables that are keys by what they are called. */
export function secretsIn(environment: Environment, config: unknown): string[] {
  const named = new Set(keyVariables(config));
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && (named.has(name) || /(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name)) ? [value] : [],
  );
}

/**
 * Names of the variables that may hold a key of a provider: those the configuration names, and those called like it.
 */
export function keyNames(environment: Environment, config: unknown): string[] {
  const called = Object.keys(environment).filter((name) => /_API_KEY$/.test(name));
  return [...new Set([...keyVariables(config), ...called])].filter((name) => environment[name]).sort();
}

function keyVariables(value: unknown, isNamed = false): string[] {
  if (typeof value === 'string') return isNamed ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => keyVariables(inner, isNamed || /keyVariables?$/i.test(key)));
}

/**
 * The environment of a replay: it asks nobody, so nobody needs a key, but what is chosen by the keys that are set must
 * be chosen again.
 */
export function withKeys(
  environment: Environment,
  { config, names }: { readonly config: unknown; readonly names: readonly string[] },
): Environment {
  const others = Object.fromEntries(keyNames(environment, config).map((name) => [name, undefined]));
  return { ...environment, ...others, ...Object.fromEntries(names.map((name) => [name, 'not-needed-in-a-replay'])) };
}
