/** A kind of secret that is told by its shape. */
export type ShapeRule = {
  /** For people; what the mask shows. */
  readonly name: string
  /** Every match begins with one of these texts, or `back` characters before it. At least 3 characters each. */
  readonly triggers: readonly string[]
  readonly back?: number
  /** Source text of the pattern, no flags; where it fails, it has taken a bounded number of steps. */
  readonly pattern: string
  /** How many characters at a match's beginning and end are no secret and stay. */
  readonly keep?: readonly [before: number, after: number]
  /** But for these characters: a failed match may have run over all of them, and none is tried again before they end. */
  readonly barren?: string
}

/** Keys that look like `prefix_body`, as their issuers document them. */
function prefixed(name: string, prefixes: readonly string[], body: string): ShapeRule {
  const prefix = prefixes.map((each) => each.replace(/[.?]/g, '\\$&')).join('|')
  return { name, triggers: prefixes, pattern: `(?:${prefix})${body}` }
}

/**
 * For a prefix that also ends ordinary words ("task-…", "MSG.…"), or is met by chance within base64: taken for a key only where no word runs into it. The
 * letter of an escape (the n of "\n" in JSON) is not part of a word.
 */
function atWordStart(rule: ShapeRule): ShapeRule {
  return { ...rule, pattern: `(?<!(?<!\\\\)[A-Za-z0-9])${rule.pattern}` }
}

/** For a prefix that base64 text may hold by chance: there, more of it follows than a key has. */
const notInBase64 = '(?![A-Za-z0-9+/])'
const anthropicKind = '(?:api|oat|ort|sid|admin)[0-9]{2}-'
const base64Key = '[A-Za-z0-9+/]{40,}={0,2}'

/**
 * Kinds that the library (secretlint-rules.ts) has not, and those it has where ours takes more: other lengths, and
 * ones with a letter or an escape in front. Each starts with a fixed text, so that hashes, UUIDs and base64 are never
 * taken for one. Private keys and user patterns have files of their own.
 */
export const shapeRules: readonly ShapeRule[] = [
  prefixed('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{20,}'),
  prefixed('GitHub token', ['github_pat_'], '[A-Za-z0-9_]{20,}'),
  prefixed(
    'GitLab token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glimt-', 'glagent-'],
    '[A-Za-z0-9_.-]{16,}',
  ),
  atWordStart(prefixed('Bitbucket token', ['ATBB'], `[A-Za-z0-9]{28,40}${notInBase64}`)),
  prefixed('Atlassian token', ['ATATT3', 'ATCTT3'], '[A-Za-z0-9_=-]{60,}'),
  prefixed('npm token', ['npm_'], '[A-Za-z0-9]{30,}'),
  prefixed('PyPI token', ['pypi-'], '[A-Za-z0-9_-]{50,}'),
  prefixed('RubyGems key', ['rubygems_'], '[a-f0-9]{48}'),
  prefixed('Docker token', ['dckr_pat_', 'dckr_oat_'], '[A-Za-z0-9_-]{20,}'),
  prefixed('AWS key id', ['AKIA', 'ASIA'], '[A-Z0-9]{16}(?![A-Za-z0-9])'),
  atWordStart(prefixed('AWS Bedrock key', ['ABSK'], '[A-Za-z0-9+/]{100,}={0,2}')),
  atWordStart(prefixed('Google key', ['AIza'], `[A-Za-z0-9_-]{30,50}${notInBase64}`)),
  prefixed('Google token', ['ya29.', 'GOCSPX-'], '[A-Za-z0-9_-]{20,}'),
  prefixed('Azure key', ['AccountKey=', 'SharedAccessKey='], base64Key),
  prefixed('Azure signature', ['?sig=', '&sig='], '[A-Za-z0-9+/%]{40,}={0,2}'),
  {
    name: 'Azure client secret',
    triggers: ['0Q~', '1Q~', '2Q~', '3Q~', '4Q~', '5Q~', '6Q~', '7Q~', '8Q~', '9Q~'],
    back: 3,
    pattern: '[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}',
  },
  prefixed('DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}'),
  prefixed('Heroku key', ['HRKU-AA'], '[A-Za-z0-9_-]{50,}'),
  prefixed('Netlify token', ['nfp_'], '[A-Za-z0-9]{36,}'),
  prefixed('Supabase key', ['sbp_', 'sb_secret_'], '[A-Za-z0-9_-]{20,}'),
  prefixed('Databricks token', ['dapi'], '[a-f0-9]{32}'),
  prefixed('Vault token', ['hvs.', 'hvb.', 'hvr.'], '[A-Za-z0-9_-]{24,}'),
  prefixed('Terraform token', ['.atlasv1.'], '[A-Za-z0-9_=-]{60,}'),
  prefixed('Pulumi token', ['pul-'], '[a-f0-9]{40}'),
  prefixed('Doppler token', ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], '[A-Za-z0-9_.-]{40,}'),
  prefixed('Grafana token', ['glc_', 'glsa_'], '[A-Za-z0-9+/=_]{30,}'),
  prefixed('Sentry token', ['sntrys_', 'sntryu_'], '[A-Za-z0-9+/=_-]{40,}'),
  prefixed('New Relic key', ['NRAK-'], '[A-Z0-9]{27}'),
  prefixed('Postman key', ['PMAK-'], '[a-f0-9]{24}-[a-f0-9]{34}'),
  prefixed('Figma token', ['figd_'], '[A-Za-z0-9_-]{36,}'),
  prefixed('Notion token', ['ntn_'], '[A-Za-z0-9]{40,}'),
  prefixed('Groq key', ['gsk_'], '[A-Za-z0-9]{40,}'),
  prefixed('xAI key', ['xai-'], '[A-Za-z0-9]{60,}'),
  prefixed('Perplexity key', ['pplx-'], '[A-Za-z0-9]{40,}'),
  atWordStart(prefixed('Hugging Face token', ['hf_'], '[A-Za-z0-9]{30,}')),
  atWordStart(prefixed('Replicate token', ['r8_'], '[A-Za-z0-9]{30,}')),
  // Of an account as well as of the API (the library's rule knows the latter, in its full length).
  prefixed('Anthropic key', ['sk-ant-'], `${anthropicKind}[A-Za-z0-9_-]{16,}`),
  atWordStart(
    prefixed(
      'API key',
      ['sk-'],
      `(?!ant-${anthropicKind})(?=[a-z-]{0,40}[A-Z0-9_]|[a-z]{20})[A-Za-z0-9_-]{16,}`,
    ),
  ),
  atWordStart(prefixed('Stripe key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,}')),
  prefixed('webhook secret', ['whsec_'], '[A-Za-z0-9+/]{20,}'),
  atWordStart(prefixed('SendGrid key', ['SG.'], '[A-Za-z0-9_-]{16,80}\\.[A-Za-z0-9_-]{16,}')),
  atWordStart(prefixed('Mailgun key', ['key-'], '[a-f0-9]{32}(?![A-Za-z0-9])')),
  prefixed(
    'Slack token',
    ['xoxa-', 'xoxb-', 'xoxe-', 'xoxe.', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    '[A-Za-z0-9-]{10,}',
  ),
  prefixed('Discord webhook', ['/api/webhooks/'], '[0-9]{10,25}/[A-Za-z0-9_-]{40,}'),
  {
    name: 'Telegram token',
    triggers: [':AA'],
    pattern: '(?<=[0-9]{8}):AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])',
  },
  prefixed('1Password token', ['ops_eyJ'], '[A-Za-z0-9+/=_-]{100,}'),
  prefixed('age key', ['AGE-SECRET-KEY-1'], '[A-Z0-9]{50,}'),
  {
    name: 'JSON web token',
    triggers: ['eyJ'],
    pattern: 'eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*',
    barren: '[A-Za-z0-9_-]+',
  },
  {
    name: 'authorization header',
    triggers: ['Authorization', 'authorization', 'AUTHORIZATION'],
    pattern:
      '[Aa](?:uthorization|UTHORIZATION)\\\\{0,3}["\']?\\s{0,20}[:=]\\s{0,20}\\\\{0,3}["\']?' +
      '(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken)\\s{1,20}[A-Za-z0-9+/._~=-]{8,}',
  },
  {
    name: 'API key header',
    triggers: ['-api-key', '-Api-Key', '-API-Key', '-API-KEY', '-goog-api-key'],
    pattern:
      '(?:-goog)?-[Aa](?:pi|PI)-[Kk](?:ey|EY)\\\\{0,3}["\']?\\s{0,20}[:=]\\s{0,20}\\\\{0,3}["\']?' +
      '(?=[A-Za-z_-]{0,80}[0-9])[A-Za-z0-9+/._~=-]{16,}',
  },
  {
    // Not one that a program puts in later: `${PASSWORD}`, `$PASSWORD`, `{password}`, `%s`.
    name: 'password in an address',
    triggers: ['://'],
    pattern:
      ':\\/\\/[^\\s:/@"\'<>]{1,256}:(?!(?:\\$?\\{[^\\s@"\'<>]{0,80}\\}|\\$[A-Za-z_]{1,80}|%[sv])@)' +
      '[^\\s/@"\'<>]{1,256}@',
    keep: [3, 1],
  },
]

/**
 * The end of a text that may be the beginning of a secret which goes on behind white space (see the rules above). Each
 * run of white space can be taken by one repetition alone: it is asked of every piece of a text.
 */
export const unfinishedShape =
  /(?:[Aa]uthorization|AUTHORIZATION|(?:-goog)?-[Aa](?:pi|PI)-[Kk](?:ey|EY)|(?:SECRET|[Ss]ecret)_?(?:ACCESS|[Aa]ccess)_?(?:KEY|[Kk]ey))\\{0,3}["']?\s*(?:(?:[:=]|=>)\s*(?:(?=\S)\\{0,3}["']?[A-Za-z0-9+/._~=-]*(?:\s+[A-Za-z0-9+/._~=-]+)?\s*)?)?$|-----BEGIN(?:[A-Z0-9 -]{0,59}[A-Z0-9-])?\s*$/
