import type { AuthError } from './errors.ts'
import type { sessionResponse } from './sessions.ts'

type ReturnTarget = { to: string; isPkce: boolean }

/** OAuth error parameters (RFC 6749, 4.1.2.1) with GoTrue's `error_code`. */
type ErrorParameters = { error: string; error_code?: string; error_description: string }

const errorNames: Record<number, string> = { 400: 'invalid_request', 401: 'unauthorized_client' }

type Session = Awaited<ReturnType<typeof sessionResponse>> & {
  provider_token?: string | null
  provider_refresh_token?: string | null
}

/** Redirects without caching and without Referer, because the URL may contain tokens. */
export function redirect(
  address: string,
  { status = 303, cookie }: { status?: 302 | 303; cookie?: string } = {},
): Response {
  return new Response(null, {
    status,
    headers: {
      Location: address,
      'Content-Length': '0',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      ...(cookie && { 'Set-Cookie': cookie }),
    },
  })
}

/**
 * Puts session tokens into the fragment of a URL, because browsers do not send the fragment to
 * servers.
 */
export function urlWithSession(to: string, session: Session, type?: string): string {
  return urlWith(to, { fragment: { ...session, type, user: undefined } })
}

/** Puts a message into the fragment of a URL and, for PKCE clients, also into the query. */
export function urlWithMessage({ to, isPkce }: ReturnTarget, message: string): string {
  return urlWith(to, { fragment: { message }, query: isPkce ? { message } : {} })
}

export function urlWithCode(to: string, code: string): string {
  return urlWith(to, { query: { code } })
}

/** Puts an error into the fragment of a URL and, for PKCE clients, also into the query. */
export function urlWithError({ to, isPkce }: ReturnTarget, parameters: ErrorParameters): string {
  return urlWith(to, { fragment: parameters, query: isPkce ? parameters : {} })
}

export function errorParametersOf({ status, code, message }: AuthError): ErrorParameters {
  const error = errorNames[status] ?? (status >= 500 ? 'server_error' : 'access_denied')
  return { error, error_code: code, error_description: message }
}

type Fields = Record<string, string | number | null | undefined>

function urlWith(to: string, { query = {}, fragment }: { query?: Fields; fragment?: Fields }) {
  const url = new URL(to)
  for (const [name, value] of definedEntries(query)) url.searchParams.set(name, value)
  // Adds an empty `sb` parameter, by which auth-js recognizes redirects from Supabase Auth.
  if (fragment) url.hash = new URLSearchParams([...definedEntries(fragment), ['sb', '']]).toString()
  return url.href
}

function definedEntries(fields: Fields): [name: string, value: string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
}
