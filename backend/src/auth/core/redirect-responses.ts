import type { AuthError } from './errors.ts'

/** A place to lead a browser to, and whether its client holds a PKCE verifier. */
type ReturnTarget = { to: string; isPkce: boolean }

/** What went wrong, in the words of OAuth and in the service's own. */
type ErrorParameters = { error: string; error_code?: string; error_description: string }

const errorNames: Record<number, string> = { 400: 'invalid_request', 401: 'unauthorized_client' }

/** What of a session goes along; the client asks for the account itself. */
type Session = {
  access_token: string
  token_type: string
  expires_in: number
  expires_at: number
  refresh_token: string
  provider_token?: string | null
  provider_refresh_token?: string | null
}

/** Leads back with a session in the fragment; `type` is that of the link that was followed. */
export function redirectWithSession(to: string, session: Session, type: string): Response {
  return redirect(urlWithSession(to, session, type))
}

/** Leads back with a code that only the client which began the flow can exchange. */
export function redirectWithCode(to: string, code: string): Response {
  return redirect(urlWithCode(to, code))
}

/** Leads back with something to tell. */
export function redirectWithMessage({ to, isPkce }: ReturnTarget, message: string): Response {
  return redirect(urlWith(to, { fragment: { message }, query: isPkce ? { message } : {} }))
}

/** Leads back with what went wrong. */
export function redirectWithError(back: ReturnTarget, error: AuthError): Response {
  return redirect(urlWithError(back, errorParametersOf(error)))
}

/** Sends a browser somewhere; nobody keeps or passes on where, as it may hold tokens. */
export function redirect(
  address: string,
  { status = 303, cookie }: { status?: 302 | 303; cookie?: string } = {},
): Response {
  return new Response(null, {
    status,
    headers: {
      Location: address,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      ...(cookie && { 'Set-Cookie': cookie }),
    },
  })
}

/** `to` with a session's tokens in the fragment, which no server is told. */
export function urlWithSession(to: string, session: Session, type?: string): string {
  return urlWith(to, {
    fragment: {
      access_token: session.access_token,
      expires_at: session.expires_at,
      expires_in: session.expires_in,
      provider_refresh_token: session.provider_refresh_token,
      provider_token: session.provider_token,
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    },
  })
}

/** `to` with the code that the client exchanges. */
export function urlWithCode(to: string, code: string): string {
  return urlWith(to, { query: { code } })
}

/** `to` with what went wrong: in the fragment, and in the query for clients that look there. */
export function urlWithError({ to, isPkce }: ReturnTarget, told: ErrorParameters): string {
  return urlWith(to, { fragment: told, query: isPkce ? told : {} })
}

/** A refusal, as it is told to whoever is led back. */
export function errorParametersOf({ status, code, message }: AuthError): ErrorParameters {
  const error = errorNames[status] ?? (status >= 500 ? 'server_error' : 'access_denied')
  return { error, error_code: code, error_description: message }
}

type Fields = Record<string, string | number | null | undefined>

function urlWith(to: string, { query = {}, fragment }: { query?: Fields; fragment?: Fields }) {
  const url = new URL(to)
  for (const [name, value] of definedEntries(query)) url.searchParams.set(name, value)
  // An empty `sb` tells clients that the fragment is ours.
  if (fragment) url.hash = new URLSearchParams([...definedEntries(fragment), ['sb', '']]).toString()
  return url.href
}

function definedEntries(fields: Fields): [name: string, value: string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
}
