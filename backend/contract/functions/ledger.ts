import type { ClientLedger } from '../client-ledger.ts'

/** Every method of @supabase/functions-js, and the test files of this folder that cover each. */
export const ledger: ClientLedger = {
  'FunctionsClient.invoke': ['invoke'],
  'FunctionsClient.setAuth': ['invoke'],
}
