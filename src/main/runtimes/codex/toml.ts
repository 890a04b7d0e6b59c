/** A TOML basic string. JSON's escapes are TOML's, but for DEL, which TOML wants escaped, too. */
export function tomlString(text: string): string {
  return JSON.stringify(Buffer.from(text, 'utf8').toString('utf8')).replaceAll('\u007f', '\\u007F')
}

/** An inline table of values that are TOML already. */
export function tomlTable(entries: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(entries).map(([key, value]) => `${tomlString(key)}=${value}`)
  return `{${pairs.join(',')}}`
}
