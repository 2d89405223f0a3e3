import type { HonoRequest } from 'hono'
import { peekBody } from '#backend/auth/core/body.ts'

/** Request properties for rate limits and CAPTCHA, read before authentication. */
export type RequestFacts = {
  /** Normalized email or phone in the request body, or null. */
  account: string | null
  isPhone: boolean
  grant: string | null
  captchaToken: string
}

/**
 * Reads the properties of a request. If the body is unreadable, leaves the properties of the body
 * empty, because the endpoint then reports the error.
 */
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
