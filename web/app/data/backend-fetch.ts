import { environment } from './environment.ts'

type Service = 'auth' | 'functions' | 'realtime' | 'rest' | 'storage'

/** Returns the URL of a backend service, such as `https://example.com/auth/v1`. Browser only. */
export function serviceUrl(service: Service): string {
  const base = new URL(environment().supabaseUrl, location.origin).href
  return `${base.replace(/\/$/, '')}/${service}/v1`
}

/**
 * Returns a `fetch` that sends the API key and a bearer token. `token` must resolve to null for
 * visitors.
 */
export function fetchAs(
  token: () => Promise<string | null>,
  send: typeof fetch = (...request) => fetch(...request),
): typeof fetch {
  return async (input, init) => {
    const { supabaseAnonKey: key } = environment()
    const headers = new Headers(init?.headers)
    // API keys of the format `sb_…` are not JWTs, and the backend rejects them as bearer tokens.
    const bearer = (await token()) ?? (key.startsWith('sb_') ? null : key)
    if (!headers.has('apikey')) headers.set('apikey', key)
    if (bearer && !headers.has('authorization')) headers.set('authorization', `Bearer ${bearer}`)
    return send(input, { ...init, headers })
  }
}
