import { generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { Secret, TOTP } from 'otpauth'

const period = 30

/** What an authenticator app is given: secret in base32, the address that carries it, and its QR code. */
export function newTotp(issuer: string, label: string) {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }), period, digits: 6 })
  const uri = totp.toString()
  // Clients put `data:image/svg+xml;utf-8,` before it, unescaped: no character may mean anything there.
  const qrCode = toSvgSource(generate(uri), { on: 'black', off: 'white', scale: 4 })
  return { secret: totp.secret.base32, uri, qrCode }
}

/**
 * The time step whose code this is, of the present one and its neighbours; null for none. Steps count
 * 30 seconds from 1970, so that a step once used is told from those to come.
 */
export function stepOf(secret: string, code: string): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period, digits: 6 })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
