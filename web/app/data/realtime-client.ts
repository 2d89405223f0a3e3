import { RealtimeClient } from '@supabase/realtime-js'
import { serviceUrl } from './backend-fetch.ts'
import { clientReady, sessionToken } from './browser-client.ts'
import { environment } from './environment.ts'

let client: RealtimeClient | undefined

/**
 * The Realtime connection as the current user, opened by its first channel. Pages load it when they
 * are idle.
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
  // Open channels get every new token, and every sign-in and sign-out.
  void clientReady.then(({ auth }) =>
    auth.onAuthStateChange((_event, session) => void created.setAuth(session?.access_token)),
  )
  return created
}
