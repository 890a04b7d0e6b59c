/** One kind of secret: its name for people, and the pattern (source text, no flags, no capturing groups). */
export type SecretRule = { readonly name: string; readonly pattern: string }

/**
 * Keys that can be told by their shape, as their issuers document it. Each starts with a fixed prefix, so that hashes,
 * UUIDs and base64 text are never taken for one.
 */
const distinctive: readonly SecretRule[] = [
  { name: 'GitHub token', pattern: '(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})' },
  { name: 'GitLab token', pattern: 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-[A-Za-z0-9_.-]{16,}' },
  { name: 'npm token', pattern: 'npm_[A-Za-z0-9]{30,}' },
  { name: 'AWS key id', pattern: 'A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])' },
  { name: 'Google key', pattern: '(?:AIza[A-Za-z0-9_-]{30,}|ya29\\.[A-Za-z0-9_-]{20,})' },
  { name: 'Slack token', pattern: 'x(?:ox[abeoprs]|app)-[A-Za-z0-9-]{10,}' },
  { name: 'webhook secret', pattern: 'whsec_[A-Za-z0-9+/]{20,}' },
  { name: 'Hugging Face token', pattern: 'hf_[A-Za-z0-9]{30,}' },
  { name: 'PyPI token', pattern: 'pypi-[A-Za-z0-9_-]{50,}' },
  { name: 'age key', pattern: 'AGE-SECRET-KEY-1[A-Z0-9]{50,}' },
  { name: 'JSON web token', pattern: 'eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*' },
  {
    name: 'authorization header',
    pattern:
      '[Aa]uthorization["\']?\\s*[:=]\\s*["\']?(?:[Bb]earer|[Bb]asic|[Tt]oken)\\s+[A-Za-z0-9+/._~=-]{8,}',
  },
  {
    // One that is not closed is masked up to the end of the text.
    name: 'private key',
    pattern:
      '-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\\s\\S]*?' +
      '(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)',
  },
  { name: 'password in an address', pattern: '://[^\\s:/@"\'<>]{1,64}:[^\\s/@"\'<>]{1,256}@' },
]

/**
 * Prefixes that also end ordinary words ("task-…", "MSG.…"): taken for a key only where no word runs into them. The
 * letter of an escape (the n of "\n" in JSON) is not part of a word.
 */
const atWordStart = (pattern: string): string => `(?<!(?<!\\\\)[A-Za-z0-9])${pattern}`
const ambiguous: readonly SecretRule[] = [
  { name: 'API key', pattern: atWordStart('sk-(?=[a-z-]*[A-Z0-9_]|[a-z]{20})[A-Za-z0-9_-]{16,}') },
  { name: 'Stripe key', pattern: atWordStart('[sr]k_(?:live|test)_[A-Za-z0-9]{16,}') },
  { name: 'SendGrid key', pattern: atWordStart('SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}') },
]

export const secretRules: readonly SecretRule[] = [...distinctive, ...ambiguous]

/** The end of a text that may be the beginning of a secret which goes on behind white space (see the rules above). */
export const unfinishedSecret =
  /(?:[Aa]uthorization["']?\s*(?:[:=]\s*["']?\w*(?:\s+[A-Za-z0-9+/._~=-]*)?)?|-----BEGIN[A-Z0-9 -]{0,60})\s*$/
