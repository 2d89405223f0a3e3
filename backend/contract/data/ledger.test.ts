import {
  PostgrestBuilder,
  PostgrestClient,
  PostgrestFilterBuilder,
  PostgrestQueryBuilder,
  PostgrestTransformBuilder,
} from '@supabase/postgrest-js'
import { testClientLedger } from '../client-ledger.ts'
import { ledger } from './ledger.ts'

testClientLedger(new URL('.', import.meta.url), ledger, {
  PostgrestClient,
  PostgrestQueryBuilder,
  PostgrestFilterBuilder,
  PostgrestTransformBuilder,
  PostgrestBuilder,
})
