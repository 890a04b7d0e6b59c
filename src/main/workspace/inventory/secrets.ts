/**
 * Names of files that usually hold secrets. The table goes by name alone: an inventory reads no content (I1). All
 * patterns are lower case and meet lower-cased names; a rule about folders meets the path's end.
 */
const secretNames: readonly RegExp[] = [
  /^\.env$/,
  /^\.env[._-]/,
  /\.env$/,
  /^\.envrc$/,
  /\.(pem|key|p8|p12|pfx|jks|keystore|bks|ppk|kdbx?|ovpn)$/,
  /^[._](npmrc|netrc|pypirc)$/,
  /^\.(git-credentials|pgpass|my\.cnf|mylogin\.cnf|htpasswd|dockercfg|s3cfg|boto|vault-token|vault_pass|terraformrc)$/,
  /^(terraform\.rc|kubeconfig|htpasswd)$/,
  /(^kubeconfig\.|\.kubeconfig$)/,
  /\.(tfstate|tfvars)$/,
  /\.tfstate\./,
  /service[-_]?account.*\.json$/,
  /firebase-adminsdk.*\.json$/,
  /^client[-_]secrets?.*\.json$/,
  /^application_default_credentials/,
]

const secretFolders: readonly RegExp[] = [
  /(^|\/)\.aws\/(credentials|config)$/,
  /(^|\/)\.docker\/config\.json$/,
  /(^|\/)\.kube\/config$/,
  /(^|\/)\.(ssh|gnupg)\/[^/]+$/,
  /(^|\/)\.config\/(gcloud|gh)\//,
]

/** Stems that code is named after, too: `credentials.json` is data, `credentials.ts` is about credentials. */
const secretStems =
  /^(id_(rsa|dsa|ecdsa|ed25519).*|\.?((.*[-_.])?credentials.*|credential(\..*)?|secrets?(\..*)?))$/
const codeOrText =
  /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte|py|pyi|rb|go|rs|java|kt|kts|scala|groovy|swift|m|mm|c|h|cc|cpp|cxx|hpp|cs|fs|vb|php|pl|pm|lua|dart|ex|exs|erl|hs|clj|ml|jl|r|sql|sh|bash|zsh|fish|ps1|proto|graphql|tf|md|mdx|rst|adoc|html|css|scss|less|svg|png|snap|po)$/

/** Placeholders and public halves, which are there to be shared. */
const harmless = /\.(example|sample|template|tmpl|tpl|dist|pub)$/
const harmlessEnv =
  /^(\.?env[._-])?(example|sample|template)\.env$|^\.env[._-](example|sample|template)([._-]|$)/

/** Whether a tracked path is left out of mirrors because its name says that it holds a secret. Case does not count. */
export function isSecretPath(path: string): boolean {
  const lower = path.toLowerCase()
  const name = lower.slice(lower.lastIndexOf('/') + 1)
  if (harmless.test(name) || harmlessEnv.test(name)) return false
  if (secretFolders.some((pattern) => pattern.test(lower))) return true
  if (secretNames.some((pattern) => pattern.test(name))) return true
  return secretStems.test(name) && !codeOrText.test(name)
}
