import { FunctionsClient } from '@supabase/functions-js'
import { holdsTrue } from '../client-ledger.ts'
import { ledger } from './ledger.ts'

holdsTrue(new URL('.', import.meta.url), ledger, { FunctionsClient })
