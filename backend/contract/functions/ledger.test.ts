import { FunctionsClient } from '@supabase/functions-js'
import { testClientLedger } from '../client-ledger.ts'
import { ledger } from './ledger.ts'

testClientLedger(new URL('.', import.meta.url), ledger, { FunctionsClient })
