import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

export type TestCertificate = {
  readonly key: string
  readonly cert: string
  /** Of the authority that signed it: whoever trusts this trusts the certificate. */
  readonly authority: string
}

/** A certificate for one name, signed by an authority made for it; PEM, good for a year. */
export function certificateFor(name: string): TestCertificate {
  const root = keyPair()
  const own = keyPair()
  const authority = certificate('Test authority', root.publicKey, 'Test authority', root.privateKey, [
    extension(oid(0x55, 0x1d, 0x13), true, sequence(yes)),
  ])
  const alternative = der(0x82, Buffer.from(name))
  const cert = certificate(name, own.publicKey, 'Test authority', root.privateKey, [
    extension(oid(0x55, 0x1d, 0x11), false, sequence(alternative)),
  ])
  return { key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert, authority }
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Of X.509, third version (RFC 5280). */
function certificate(
  subject: string,
  publicKey: KeyObject,
  issuer: string,
  signer: KeyObject,
  extensions: readonly Buffer[],
): string {
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const year = 365 * 24 * 60 * 60 * 1000
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    commonName(issuer),
    sequence(time(Date.now() - year), time(Date.now() + year)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = createSign('sha256').update(body).sign(signer)
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = (whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

/** One value of ASN.1's distinguished encoding. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes))
const yes = der(0x01, Buffer.from([0xff]))

const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))))

const extension = (id: Buffer, isCritical: boolean, value: Buffer): Buffer =>
  sequence(id, ...(isCritical ? [yes] : []), der(0x04, value))

const time = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\..*/g, '')}Z`))
