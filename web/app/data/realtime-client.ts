import { RealtimeClient } from '@supabase/realtime-js'
import { serviceUrl } from './backend-fetch.ts'
import { clientReady, sessionToken } from './browser-client.ts'
import { environment } from './environment.ts'

let client: RealtimeClient | undefined

/** Returns the page's only Realtime client. It connects when the first channel is opened. */
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
  void clientReady.then(({ auth }) =>
    auth.onAuthStateChange((_event, session) => void created.setAuth(session?.access_token)),
  )
  return created
}
