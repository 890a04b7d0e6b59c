import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { type FoundSecret, ranks } from './found-secret'

type Rule = (typeof rules)[number]
type Context = Parameters<Rule['create']>[0]
type Source = Parameters<NonNullable<ReturnType<Rule['create']>['file']>>[0]

/** A rule of @secretlint, and where it is worth running. */
export type LibraryRule = {
  /** Texts of which one stands near the beginning of whatever the rule finds. */
  readonly triggers: readonly string[]
  /** The secrets in a part of a text. */
  readonly find: (text: string, from: number, to: number) => readonly FoundSecret[]
}

type Used = {
  readonly id: string
  readonly name: string
  /** Names of kinds that the rule tells apart, by its message. */
  readonly names?: Readonly<Record<string, string>>
  readonly triggers: readonly string[]
  readonly filePath?: string
}

/**
 * The preset's rules are run by hand, on the surroundings of a trigger: its own pipeline is asynchronous, and recording
 * is not. These report at once, all of them. Left out:
 * - gcp: parses whole files, or reads one from disk (asynchronously); the private key in it is masked as such;
 * - privatekey, basicauth: ours take all they take and more (keys that are not closed; any host and password);
 * - filter-comments: lets a comment in the text switch the other rules off, and the text is the agent's.
 */
const used: readonly Used[] = [
  {
    id: 'aws',
    name: 'AWS secret key',
    triggers: ['ECRET_ACCESS', 'ecret_access', 'ecret_Access', 'ecretAccess', 'ECRETACCESS', 'ecretaccess'],
  },
  // Looks for this in files of that name only. What else it finds has rules of ours, which take no long names for a key.
  { id: 'npm', name: 'npm token', triggers: ['_authToken='], filePath: '.npmrc' },
  {
    id: 'slack',
    name: 'Slack token',
    names: { IncomingWebhook: 'Slack webhook' },
    triggers: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-', 'hooks.slack.com'],
  },
  { id: 'sendgrid', name: 'SendGrid key', triggers: ['SG.'] },
  { id: 'shopify', name: 'Shopify token', triggers: ['shppa_', 'shpca_', 'shpat_', 'shpss_'] },
  {
    id: 'github',
    name: 'GitHub token',
    triggers: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  },
  { id: 'openai', name: 'OpenAI key', triggers: ['T3BlbkFJ'] },
  { id: 'anthropic', name: 'Anthropic key', triggers: ['sk-ant-api'] },
  { id: 'linear', name: 'Linear key', triggers: ['lin_api_'] },
  { id: '1password', name: '1Password token', triggers: ['ops_ey'] },
  {
    id: 'database-connection-string',
    name: 'connection string',
    triggers: ['mongodb://', 'mongodb+srv://', 'mysql://', 'mysqlx://', 'postgres://', 'postgresql://'],
  },
]

/** Where a secret ends that a rule takes up to the end of the line or the next space: no value goes on behind these. */
const valueEnd = /[\s"'<>\\]/
const minValue = 8

export const libraryRules: readonly LibraryRule[] = used.map(({ id, name, names, triggers, filePath }) => {
  const rule = rules.find(({ meta }) => meta.id === `@secretlint/secretlint-rule-${id}`)
  if (rule === undefined) throw new Error(`@secretlint has no rule ${id}`)
  return {
    triggers,
    find: (text, from, to) => {
      const part = text.slice(from, to)
      const found: FoundSecret[] = []
      for (const { value, message, at } of reported(
        rule,
        part.includes('\\') ? unescaped(part) : part,
        filePath,
      )) {
        const cut = value.search(valueEnd)
        const secret = cut === -1 ? value : value.slice(0, cut)
        // Unescaping moves text to the front only.
        const start = part.indexOf(secret, at)
        if (secret.length < minValue || start === -1) continue
        found.push({
          start: from + start,
          end: from + start + secret.length,
          name: names?.[message] ?? name,
          rank: ranks.library,
        })
      }
      return found
    },
  }
})

/** The rules know no escaped quotes, and take the n of an escaped line break for a letter of the word behind it. */
function unescaped(text: string): string {
  return text.replace(/(?<!\\)\\+(["'/])/g, '$1').replace(/(?<!\\)\\+[nrt]/g, ' ')
}

type Reported = { readonly value: string; readonly message: string; readonly at: number }

/**
 * The secrets that a rule reports in a text, with the message of each and a place that is not behind it. Taken from the
 * message's data, since the range of some reports begins at the name before the secret and has the length of the secret.
 */
function reported(rule: Rule, content: string, filePath: string | undefined): readonly Reported[] {
  const found: Reported[] = []
  const context: Context = {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
    report: ({ message: { data, messageId }, range }) => {
      const given: unknown = data
      const texts = typeof given === 'object' && given !== null ? Object.values(given) : []
      const value = texts.find((each) => typeof each === 'string' && content.includes(each, range[0]))
      found.push({
        value: typeof value === 'string' ? value : content.slice(...range),
        message: messageId,
        at: range[0],
      })
    },
    ignore: () => {},
  }
  void rule.create(context, {}).file?.(sourceOf(content, filePath))
  return found
}

/** Lines and columns are asked for by the rule that is not run alone. */
function sourceOf(content: string, filePath: string | undefined): Source {
  const start = { line: 1, column: 0 }
  return {
    content,
    filePath,
    physicalFilePath: undefined,
    hasBOM: false,
    contentType: 'text',
    ext: '',
    getFilePath: () => filePath,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, content.length],
    rangeToLocation: () => ({ start, end: start }),
    positionToIndex: () => 0,
    indexToPosition: () => start,
  }
}
