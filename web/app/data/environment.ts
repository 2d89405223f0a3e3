/** What the server tells the browser about itself: nothing secret, the same for everybody. */
export type PublicEnvironment = {
  /** Base URL of the Supabase API; `/` when it is the origin that served the page. */
  supabaseUrl: string
  supabaseAnonKey: string
  stripePublishableKey: string
  /** True while cards are charged by the local stand-in. */
  stripeSandbox: boolean
  /** True while the database holds the demo seed. */
  demo: boolean
  /** Public origin of the site, without a trailing slash; canonical links begin with it. */
  siteUrl: string
}

/** Id of the JSON script element in the document's head that carries the environment. */
export const environmentElementId = 'environment'

let parsed: PublicEnvironment | undefined

/**
 * The environment as the browser received it with the page. Browser only.
 * Throws 'Missing required environment variables' when the page carries none.
 */
export function environment(): PublicEnvironment {
  if (!parsed) {
    const text = document.getElementById(environmentElementId)?.textContent ?? 'null'
    const carried = JSON.parse(text) as PublicEnvironment | null
    if (!carried) throw new Error('Missing required environment variables')
    parsed = carried
  }
  return parsed
}
