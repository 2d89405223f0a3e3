import { environment } from './environment.ts'

type Service = 'auth' | 'functions' | 'realtime' | 'rest' | 'storage'

/** Address of one of the backend's services. Browser only. */
export function serviceUrl(service: Service): string {
  const base = new URL(environment().supabaseUrl, location.origin).href
  return `${base.replace(/\/$/, '')}/${service}/v1`
}

/**
 * A `fetch` that speaks for whom `token` names when a request begins, and for the public when it
 * answers null: what supabase-js puts around the requests of its parts.
 *
 * @param send what carries the request; the page's own `fetch`, as it is at that time.
 */
export function fetchAs(
  token: () => Promise<string | null>,
  send: typeof fetch = (...request) => fetch(...request),
): typeof fetch {
  return async (input, init) => {
    const { supabaseAnonKey: key } = environment()
    const headers = new Headers(init?.headers)
    // A key of the newer kind is no token and is refused as one.
    const bearer = (await token()) ?? (key.startsWith('sb_') ? null : key)
    if (!headers.has('apikey')) headers.set('apikey', key)
    if (bearer && !headers.has('authorization')) headers.set('authorization', `Bearer ${bearer}`)
    return send(input, { ...init, headers })
  }
}
