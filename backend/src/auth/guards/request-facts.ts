import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { HonoRequest } from 'hono'
import { peekBody } from '#backend/auth/body.ts'
import { addressOf } from '#backend/auth/origin.ts'

/** What a request says of itself before anybody has looked whether it may. */
export type RequestFacts = {
  /** The e-mail address or number it is about, without the spellings of one; null for none. */
  account: string | null
  /** Whether it names a number. */
  isPhone: boolean
  /** `grant_type` of a token request. */
  grant: string | null
  captchaToken: string
}

/** Reads the facts of a request; a body that cannot be read says nothing, and its endpoint says why. */
export async function factsOf(request: HonoRequest): Promise<RequestFacts> {
  const body = await peekBody(request.raw)
  const email = textAt(body, 'email').trim().toLowerCase()
  const phone = textAt(body, 'phone').replace(/\D/g, '')
  const security = isObject(body) ? body['gotrue_meta_security'] : null
  return {
    account: email || phone || null,
    isPhone: phone !== '',
    grant: request.query('grant_type') ?? null,
    captchaToken: textAt(security, 'captcha_token').trim(),
  }
}

/**
 * Where a request comes from, as far as callers are told apart: an IPv4 address, or the /64 that one
 * household or machine has of IPv6. Null for a call from within the process.
 */
export function callerOf(headers: Headers): string | null {
  const address = addressOf(headers)
  return address && isIPv6(address) ? `${expanded(address).slice(0, 4).join(':')}::/64` : address
}

/** How addresses and numbers stand in keys: those of strangers are nothing to keep. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expanded(address: string): string[] {
  // The parser of URLs knows every spelling, and writes each address in one.
  const bare = address.replace(/%.*$/, '')
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function textAt(value: unknown, key: string): string {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
