import { createPublicKey, createSign, type KeyObject } from 'node:crypto'

/** Encoder for DER (ITU-T X.690), limited to the types that a certificate needs. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  if (size < 128) return Buffer.concat([Buffer.from([tag, size]), content])
  const hex = size.toString(16)
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))

const sha256WithRsa = sequence(
  der(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  der(0x05, Buffer.alloc(0)),
)
/** RFC 5280 requires UTCTime values, with a two-digit year, for dates before 2050. */
const validity = sequence(
  der(0x17, Buffer.from('200101000000Z')),
  der(0x18, Buffer.from('20991231235959Z')),
)
const commonName = der(0x06, Buffer.from('550403', 'hex'))

/** Creates a self-signed certificate (DER in base64), which is identical in all processes. */
export function selfSignedCertificate(privateKey: KeyObject, name: string): string {
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const facts = sequence(
    // X.509 version 3
    der(0xa0, integer(2)),
    integer(1),
    sha256WithRsa,
    subject,
    validity,
    subject,
    publicKey,
  )
  const signature = createSign('sha256').update(facts).sign(privateKey)
  const bits = der(0x03, Buffer.from([0]), signature)
  return sequence(facts, sha256WithRsa, bits).toString('base64')
}
