import type { AuthError } from './errors.ts'

/** A place to lead a browser to, and whether its client holds a PKCE verifier. */
export type Return = { to: string; isPkce: boolean }

const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
}

type Tokens = {
  access_token: string
  token_type: string
  expires_in: number
  expires_at: number
  refresh_token: string
}

/** Leads back with a session in the fragment, which no server is told. */
export function redirectWithSession(to: string, session: Tokens, type: string): Response {
  return redirect(to, {
    fragment: {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      sb: '',
      token_type: session.token_type,
      type,
    },
  })
}

/** Leads back with a code that only the client which began the flow can exchange. */
export function redirectWithCode(to: string, code: string): Response {
  return redirect(to, { query: { code } })
}

/** Leads back with something to tell. */
export function redirectWithMessage({ to, isPkce }: Return, message: string): Response {
  return redirect(to, {
    fragment: { message, sb: '' },
    ...(isPkce ? { query: { message } } : {}),
  })
}

/** Leads back with what went wrong, in the words of OAuth and in the service's own. */
export function redirectWithError({ to, isPkce }: Return, error: AuthError): Response {
  const told = {
    error: errorNames[error.status] ?? 'invalid_request',
    error_code: error.code,
    error_description: error.message,
  }
  return redirect(to, { fragment: { ...told, sb: '' }, ...(isPkce ? { query: told } : {}) })
}

type Parts = { query?: Record<string, string>; fragment?: Record<string, string> }

function redirect(to: string, { query = {}, fragment }: Parts): Response {
  const url = new URL(to)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  if (fragment) url.hash = new URLSearchParams(fragment).toString()
  return new Response(null, {
    status: 303,
    headers: { Location: url.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}
