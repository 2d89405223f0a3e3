import type { ClientLedger } from '../client-ledger.ts'

/** Every method of @supabase/functions-js with the test files in this folder that cover it. */
export const ledger: ClientLedger = {
  'FunctionsClient.invoke': ['invoke'],
  'FunctionsClient.setAuth': ['invoke'],
}
