import type { HonoRequest } from 'hono'
import { peekBody } from '#backend/auth/core/body.ts'

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
export async function readRequestFacts(request: HonoRequest): Promise<RequestFacts> {
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

function textAt(value: unknown, key: string): string {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
