import {
  PostgrestBuilder,
  PostgrestClient,
  PostgrestFilterBuilder,
  PostgrestQueryBuilder,
  PostgrestTransformBuilder,
} from '@supabase/postgrest-js'
import { holdsTrue } from '../client-ledger.ts'
import { ledger } from './ledger.ts'

holdsTrue(new URL('.', import.meta.url), ledger, {
  PostgrestClient,
  PostgrestQueryBuilder,
  PostgrestFilterBuilder,
  PostgrestTransformBuilder,
  PostgrestBuilder,
})
