import { AuthError } from '../errors.ts'
import { ProviderRefusal } from './errors.ts'

type Fields = Record<string, string | number | null>

/** What of a session goes along; the client asks for the account itself. */
type Session = {
  access_token: string
  token_type: string
  expires_in: number
  expires_at: number
  refresh_token: string
  provider_token: string | null
  provider_refresh_token: string | null
}

/** Leads back with a session's tokens in the fragment, which no server sees. */
export function withSession(target: string, session: Session): string {
  const url = new URL(target)
  url.hash = `${encode({
    access_token: session.access_token,
    expires_at: session.expires_at,
    expires_in: session.expires_in,
    provider_refresh_token: session.provider_refresh_token,
    provider_token: session.provider_token,
    refresh_token: session.refresh_token,
    token_type: session.token_type,
  })}&sb=`
  return url.href
}

/** Leads back with the code that the client exchanges. */
export function withCode(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/** Leads back with what went wrong, in query and fragment, as clients look in either. */
export function withError(target: string, cause: unknown): string {
  const url = new URL(target)
  const fields = errorFields(cause)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  url.hash = `${encode(fields)}&sb=`
  return url.href
}

function errorFields(cause: unknown): Record<string, string> {
  if (cause instanceof ProviderRefusal) {
    return { error: cause.error, error_description: cause.message }
  }
  if (!(cause instanceof AuthError)) {
    return {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unexpected failure, please check server logs',
    }
  }
  return {
    error: names[cause.status] ?? (cause.status >= 500 ? 'server_error' : 'access_denied'),
    error_code: cause.code,
    error_description: cause.message,
  }
}

const names: Record<number, string> = { 400: 'invalid_request', 401: 'unauthorized_client' }

function encode(fields: Fields): string {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(given).toString()
}
