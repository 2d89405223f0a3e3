import type { ClientLedger } from '../client-ledger.ts'

/** Every method of @supabase/functions-js, and the tests that show it. */
export const ledger: ClientLedger = {
  'FunctionsClient.invoke': {
    works: [
      'invoke > takes %s',
      'invoke > takes a form with a file',
      'invoke > is asked with %s',
      'invoke > hands back bytes, streams and texts as their types say',
      'invoke > a path below it, a region and headers of the caller reach it',
      'invoke > what it answers with an error comes as one, with its body',
      'invoke > the caller may give up first',
    ],
  },
  'FunctionsClient.setAuth': {
    works: ['invoke > the client sees a refusal of the gateway as such'],
  },
}
