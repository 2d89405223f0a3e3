import { RealtimeClient } from '@supabase/realtime-js'
import { serviceUrl } from './backend-fetch.ts'
import { clientReady, sessionToken } from './browser-client.ts'
import { environment } from './environment.ts'

let client: RealtimeClient | undefined

/**
 * The feed of changes: one connection, opened by its first channel, and always in the name of
 * whoever is signed in. It brings its library along: a page fetches what uses it when it is idle.
 */
export function realtimeClient(): RealtimeClient {
  client ??= createRealtimeClient()
  return client
}

function createRealtimeClient(): RealtimeClient {
  const { supabaseAnonKey: apikey } = environment()
  const created = new RealtimeClient(serviceUrl('realtime').replace(/^http/, 'ws'), {
    params: { apikey },
    accessToken: async () => (await sessionToken()) ?? apikey,
  })
  // Open channels learn at once of a new token, and of who has come or gone.
  void clientReady.then(({ auth }) =>
    auth.onAuthStateChange((_event, session) => void created.setAuth(session?.access_token)),
  )
  return created
}
