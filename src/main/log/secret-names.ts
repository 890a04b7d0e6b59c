/** Words that make a variable's name secret-looking wherever they stand in it (GITHUBTOKEN, DB_PASSWORD, …). */
const anywhere =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|COOKIE|APIKEY|PRIVATE_?KEY|AUTH(?!ORS?(?:_|$))|KEY(?!BOARD|MAP|CODE|RING|CLOAK)/
/** Shorter ones, only as a part of their own between underscores. */
const asPart = /(?:^|_)(?:PASS|PWD|PAT|JWT|DSN|CREDS?|BEARER|SESSION)(?:_|$)/
/** The name of a place, not of the secret that lies there; and the two folders that happen to match. */
const aPlace = /(?:_(?:PATH|FILE|DIR|FOLDER|SOCK|SOCKET|HOME)|^XAUTHORITY|^(?:OLD)?PWD)$/

/** Whether a variable of this name is taken to hold a secret. */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase()
  return (anywhere.test(upper) || asPart.test(upper)) && !aPlace.test(upper)
}
