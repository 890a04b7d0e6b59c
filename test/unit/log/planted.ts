/** Made-up secrets, put together here so that no scanner takes this file for a leak. None was ever valid. */
const join = (...parts: string[]): string => parts.join('')

/** Characters that look random, the same for the same seed. */
export function noise(count: number, seed = 1, alphabet = lettersAndDigits): string {
  let state = seed * 48_271 + 11
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return alphabet[state % alphabet.length]
  }).join('')
}
const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const hex = '0123456789abcdef'
const base64 = `${lettersAndDigits}+/`

const body = (lines: number, seed: number): string =>
  Array.from({ length: lines }, (_, index) => noise(64, seed + index, base64)).join('\n')
const pem = (label: string, seed: number): string =>
  join('-----BEGIN ', label, '-----\n', body(4, seed), '\n-----END ', label, '-----')

/** A secret by its kind, and the name it is masked under. */
export type Planted = { readonly kind: string; readonly name: string; readonly secret: string }

const plant = (kind: string, name: string, ...parts: string[]): Planted => ({
  kind,
  name,
  secret: join(...parts),
})

const jwt = join(
  'eyJ',
  'hbGciOiJIUzI1NiJ9',
  '.eyJ',
  'zdWIiOiIxMjM0NTY3ODkwIn0',
  '.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
)

const onePassword = Buffer.from(
  JSON.stringify({
    email: 'someone@example.org',
    muk: noise(40, 3),
    secretKey: noise(34, 4),
    userAuth: { salt: noise(23, 5) },
  }),
).toString('base64')

/** Fifty-odd secrets, each of which is whole by itself. */
export const plantedSecrets: readonly Planted[] = [
  plant('AWS', 'AWS key id', 'AKIA', 'IOSFODNN7EXAMPLE'),
  plant('AWS', 'AWS key id', 'ASIA', noise(16, 1, upper)),
  plant('AWS', 'AWS Bedrock key', 'ABSK', noise(128, 2, base64)),
  plant('GitHub', 'GitHub token', 'ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'),
  plant('GitHub', 'GitHub token', 'gho', '_', noise(36, 3)),
  plant('GitHub', 'GitHub token', 'ghs', '_', noise(36, 4)),
  plant('GitHub', 'GitHub token', 'github', '_pat_', noise(22, 5), '_', noise(59, 6)),
  plant('GitLab', 'GitLab token', 'glpat', '-', 'xY12-abcdEFGH_3456'),
  plant('GitLab', 'GitLab token', 'glrt', '-', noise(20, 7)),
  plant('npm', 'npm token', 'npm', '_', noise(36, 8)),
  plant('Slack', 'Slack token', 'xox', 'b-123456789012-1234567890123-AbCdEf'),
  plant('Slack', 'Slack token', 'xapp', '-1-A0123456789-0123456789-', noise(40, 9, hex)),
  plant(
    'Slack',
    'Slack webhook',
    'https://hooks.sl',
    'ack.com/services/T',
    noise(9, 10),
    '/B',
    noise(9, 11),
    '/',
    noise(24, 12),
  ),
  plant('Google', 'Google key', 'AIza', 'SyA1234567890abcdefghijklmnopqrstuv'),
  plant('Google', 'Google token', 'ya29', '.', noise(60, 13)),
  plant('Google', 'Google token', 'GOC', 'SPX-', noise(28, 14)),
  plant('Stripe', 'Stripe key', 'sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc'),
  plant('Stripe', 'Stripe key', 'rk', '_test_', noise(24, 15)),
  plant('Stripe', 'webhook secret', 'wh', 'sec_', noise(32, 16)),
  plant('SendGrid', 'SendGrid key', 'SG', '.', noise(22, 17), '.', noise(43, 18)),
  plant('OpenAI', 'OpenAI key', 'sk', '-proj-', noise(58, 19), 'T3Blbk', 'FJ', noise(58, 20)),
  plant('OpenAI', 'OpenAI key', 'sk', '-', noise(20, 21), 'T3Blbk', 'FJ', noise(20, 22)),
  plant('OpenAI', 'API key', 'sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0'),
  plant('Anthropic', 'Anthropic key', 'sk', '-ant-api03-', noise(93, 23), 'AA'),
  plant('Anthropic', 'Anthropic key', 'sk', '-ant-oat01-', noise(93, 24), 'AA'),
  plant('Anthropic', 'Anthropic key', 'sk', '-ant-api03-', 'Ab3dEfGh1jKlMn0pQrStUvWxYz-_AbCdEf'),
  plant('Azure', 'Azure key', 'Account', 'Key=', noise(86, 25, base64), '=='),
  plant('Azure', 'Azure client secret', noise(3, 26), '8Q', '~', noise(34, 27)),
  plant('JSON web token', 'JSON web token', jwt),
  plant('private key', 'private key', pem(join('RSA PRIV', 'ATE KEY'), 30)),
  plant('private key', 'private key', pem(join('OPENSSH PRIV', 'ATE KEY'), 40)),
  plant('private key', 'private key', pem(join('EC PRIV', 'ATE KEY'), 50)),
  plant('private key', 'private key', pem(join('PGP PRIV', 'ATE KEY BLOCK'), 60)),
  plant('age', 'age key', 'AGE-SECRET', '-KEY-1', noise(58, 70, upper)),
  plant('PyPI', 'PyPI token', 'py', 'pi-AgEIcHlwaS5vcmc', noise(120, 71)),
  plant('Hugging Face', 'Hugging Face token', 'hf', '_', noise(34, 72)),
  plant('1Password', '1Password token', 'ops', '_', onePassword),
  plant('1Password', '1Password token', 'ops', '_', onePassword.slice(0, -4)),
  plant('Shopify', 'Shopify token', 'shp', 'at_', noise(32, 73, hex)),
  plant('Linear', 'Linear key', 'lin', '_api_', noise(40, 74)),
  plant('Docker', 'Docker token', 'dckr', '_pat_', noise(27, 75)),
  plant('DigitalOcean', 'DigitalOcean token', 'dop', '_v1_', noise(64, 76, hex)),
  plant('Databricks', 'Databricks token', 'da', 'pi', noise(32, 77, hex)),
  plant('Vault', 'Vault token', 'hv', 's.', noise(90, 78)),
  plant('Grafana', 'Grafana token', 'gl', 'sa_', noise(32, 79), '_', noise(8, 80, hex)),
  plant('Sentry', 'Sentry token', 'sn', 'tryu_', noise(64, 81, hex)),
  plant('Atlassian', 'Atlassian token', 'ATA', 'TT3xFfGF0', noise(180, 82)),
  plant('Notion', 'Notion token', 'ntn', '_', noise(46, 83)),
  plant('Groq', 'Groq key', 'gsk', '_', noise(52, 84)),
  plant('Replicate', 'Replicate token', 'r8', '_', noise(37, 85)),
  plant('Mailgun', 'Mailgun key', 'key', '-', noise(32, 86, hex)),
  plant('authorization header', 'authorization header', 'Authorization: ', 'Bearer 0123456789abcdef'),
]

/** Secrets that stand in something that is shown: `secret` may not be seen, `text` holds it in the place of “§”. */
export const plantedWithin: readonly {
  readonly name: string
  readonly secret: string
  readonly text: string
}[] = [
  ...[
    'AWS_SECRET_ACCESS_KEY=§',
    'aws_secret_access_key = "§"',
    '{"SecretAccessKey": "§"}',
    "secretAccessKey: '§'",
  ].map((text) => ({ name: 'AWS secret key', secret: noise(40, 90, base64), text })),
  { name: 'npm token', secret: noise(36, 91, hex), text: '//registry.example.org/:_authToken=§' },
  {
    name: 'password in an address',
    secret: noise(12, 92),
    text: 'https://jane:§@git.example.org/project.git',
  },
  {
    name: 'password in an address',
    secret: noise(40, 93, hex),
    text: 'https://§:x-oauth-basic@git.example.org/a',
  },
  { name: 'connection string', secret: noise(14, 94), text: 'postgres://app:§@db.example.org:5432/app' },
  {
    name: 'connection string',
    secret: noise(14, 95),
    text: 'mongodb+srv://app:§@cluster.example.org/app?retryWrites=true',
  },
  { name: 'connection string', secret: noise(14, 96), text: 'mysql://app:§@db.example.org/app' },
  {
    name: 'password in an address',
    secret: noise(14, 97),
    text: 'redis://:x@localhost amqp://app:§@queue.example.org',
  },
  {
    name: 'Azure key',
    secret: noise(44, 98),
    text: 'Endpoint=sb://a.example.org/;SharedAccessKey=§;EntityPath=b',
  },
  {
    name: 'Azure signature',
    secret: noise(44, 99),
    text: 'https://a.example.org/blob?sv=2024&sig=§&se=2030',
  },
  { name: 'Telegram token', secret: join('AA', noise(33, 100)), text: 'bot12345678:§' },
  { name: 'API key header', secret: noise(32, 101, hex), text: 'x-api-key: §' },
  { name: 'authorization header', secret: noise(24, 102), text: '{"authorization":"Basic §"}' },
]

export const kinds: ReadonlySet<string> = new Set(plantedSecrets.map(({ kind }) => kind))

/** One of each name whose mask stands in the place of the whole secret. */
export const planted: Readonly<Record<string, string>> = Object.fromEntries(
  plantedSecrets.map(({ name, secret }) => [name, secret]),
)

/** `${…}`, as a template holds it. */
const blank = (name: string): string => join('$', '{', name, '}')

/** What looks random but is no secret, and words that only resemble one. */
export const harmless: readonly string[] = [
  'd41d8cd98f00b204e9800998ecf8427e',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '4f1c2e9',
  '123e4567-e89b-12d3-a456-426614174000',
  'sha512-oLDq3jw7AcLqKWH2AhCpVTZl8mf6X2YReP+Neh0SJUzV/BdZYjth94tG5toiMB1PPrYtxOCfaoUCkvtuH+3AJA==',
  'task-1234567890abcdefghij',
  'risk-averse-and-very-long-words-only',
  'sk-cube-grid sk-folding-cube',
  'npm_config_registry_and_other_long_names_here',
  'npm_package_devDependencies_some_long_package_name',
  'eyJub3QgYSB0b2tlbiI6MX0',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'http://localhost:3000/@scope/package',
  'git@github.com:org/project.git',
  'AKIAIOSFODNN7EXAMPLEABCDEF is longer than a key id',
  'MSG.aLongNameOfSomething.anotherLongNameOfSomething',
  'disk_test_abcdefghijklmnopqrstuvwxyz',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----',
  `const url = 'https://${blank('user')}:${blank('password')}@${blank('host')}/'`,
  'DATABASE_URL=redis://$USER:$PASSWORD@host',
  'postgres://{username}:{password}@localhost/app',
  `//registry.example.org/:_authToken=${blank('NPM_TOKEN')}`,
  'const secretAccessKey = process.env.AWS_SECRET_ACCESS_KEY',
  `headers: { authorization: 'Bearer ${blank('token')}' }`,
  'if (request.headers.authorization === undefined) return unauthorized()',
  'monkey-0123456789abcdef0123456789abcdef',
  'the access_key, the secret and the token are read from the environment',
  'https://hooks.slack.com/services/ is where webhooks live',
]
