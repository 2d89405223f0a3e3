import { RealtimeClient } from '@supabase/realtime-js'
import { serviceUrl } from './backend-fetch.ts'
import { clientReady, sessionToken } from './browser-client.ts'
import { environment } from './environment.ts'

let client: RealtimeClient | undefined

/** Returns the page's only Realtime client. It connects when its first channel opens. */
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
  // Sends the new token to the open channels after a token refresh, a sign-in or a sign-out.
  void clientReady.then(({ auth }) =>
    auth.onAuthStateChange((_event, session) => void created.setAuth(session?.access_token)),
  )
  return created
}
