import { RealtimeChannel, RealtimeClient, RealtimePresence } from '@supabase/realtime-js'
import { testClientLedger } from '../client-ledger.ts'
import { ledger } from './ledger.ts'

testClientLedger(new URL('.', import.meta.url), ledger, {
  RealtimeClient,
  RealtimeChannel,
  RealtimePresence,
})
