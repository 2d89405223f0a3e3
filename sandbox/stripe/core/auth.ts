import type { Call } from './call.ts'
import type { StripeSandboxConfig } from './config.ts'
import { StripeError, unauthorized } from './errors.ts'

/**
 * Who sends this `Authorization` header: the key as bearer token or as the user of basic
 * authentication. Throws 401 for no key or a foreign one.
 */
export function audienceOf(
  header: string | undefined,
  config: StripeSandboxConfig,
): Call['audience'] {
  const key = keyIn(header)
  if (!key)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (key === config.secretKey) return 'secret'
  if (key === config.publishableKey) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
}

/** Refuses a browser's key where only the server may ask. */
export function requireSecretKey(audience: Call['audience']): void {
  if (audience === 'secret') return
  throw new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

function keyIn(header: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = (header ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() === 'basic')
    return Buffer.from(credentials, 'base64').toString().split(':')[0]
  return undefined
}
