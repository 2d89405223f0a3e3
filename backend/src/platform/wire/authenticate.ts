import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type { MessageWriter } from './message-writer.ts'

/**
 * Client side of PostgreSQL authentication: cleartext password, MD5 or SCRAM-SHA-256 (RFC 5802).
 */
export class Authentication {
  readonly #user: string
  readonly #password: string
  readonly #nonce = randomBytes(18).toString('base64')
  #serverSignature = ''

  constructor(user: string, password: string) {
    this.#user = user
    this.#password = password
  }

  /**
   * Writes the reply to an authentication message. Returns false if no reply is needed. Throws if
   * the server's SCRAM nonce or signature is wrong, or its authentication method is unsupported.
   */
  answer(content: Buffer, writer: MessageWriter): boolean {
    const kind = content.readInt32BE(0)
    switch (kind) {
      case 0:
        return false
      case 3:
        writer.password(this.#password)
        return true
      case 5:
        writer.password(this.#md5(content.subarray(4, 8)))
        return true
      case 10:
        writer.saslInitial('SCRAM-SHA-256', `n,,n=,r=${this.#nonce}`)
        return true
      case 11:
        writer.saslResponse(this.#proof(content.toString('utf8', 4)))
        return true
      case 12:
        if (attributes(content.toString('utf8', 4)).get('v') !== this.#serverSignature) {
          throw new Error('The database server sent a wrong SCRAM signature')
        }
        return false
      default:
        throw new Error(`The database requires an unsupported authentication method: ${kind}`)
    }
  }

  #md5(salt: Buffer): string {
    const md5 = (...parts: (string | Buffer)[]) => {
      const hash = createHash('md5')
      for (const part of parts) hash.update(part)
      return hash.digest('hex')
    }
    return `md5${md5(md5(this.#password, this.#user), salt)}`
  }

  #proof(serverFirst: string): string {
    const server = attributes(serverFirst)
    const nonce = server.get('r') ?? ''
    if (!nonce.startsWith(this.#nonce)) throw new Error('The database server changed the nonce')
    const salted = pbkdf2Sync(
      this.#password.normalize('NFKC'),
      Buffer.from(server.get('s') ?? '', 'base64'),
      Number(server.get('i')),
      32,
      'sha256',
    )
    const withoutProof = `c=biws,r=${nonce}`
    const message = `n=,r=${this.#nonce},${serverFirst},${withoutProof}`
    this.#serverSignature = hmac(hmac(salted, 'Server Key'), message).toString('base64')
    const clientKey = hmac(salted, 'Client Key')
    const storedKey = createHash('sha256').update(clientKey).digest()
    const signature = hmac(storedKey, message)
    const proof = clientKey.map((byte, index) => byte ^ (signature[index] ?? 0))
    return `${withoutProof},p=${Buffer.from(proof).toString('base64')}`
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Parses SCRAM attributes such as `a=1,b=2`, whose values may contain `=`. */
function attributes(text: string): Map<string, string> {
  return new Map(text.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
}
