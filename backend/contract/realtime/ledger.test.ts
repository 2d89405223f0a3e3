import { RealtimeChannel, RealtimeClient, RealtimePresence } from '@supabase/realtime-js'
import { holdsTrue } from '../client-ledger.ts'
import { ledger } from './ledger.ts'

holdsTrue(new URL('.', import.meta.url), ledger, {
  RealtimeClient,
  RealtimeChannel,
  RealtimePresence,
})
