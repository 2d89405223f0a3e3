import { expect, test, vi } from 'vitest'
import { beginPhone } from './factors.ts'

const factors = [
  { id: 'mistyped', friendly_name: 'Phone', factor_type: 'phone', status: 'unverified' },
  { id: 'app', friendly_name: 'App', factor_type: 'totp', status: 'verified' },
]
const removed: string[] = []
const auth = {
  getUser: async () => ({ data: { user: { factors } }, error: null }),
  mfa: {
    unenroll: async ({ factorId }: { factorId: string }) => {
      removed.push(factorId)
      return { error: null }
    },
    enroll: async () => ({ data: { id: removed.length === 1 ? 'new' : 'refused' }, error: null }),
    challenge: async () => ({ data: { id: 'challenge' }, error: null }),
  },
}

vi.mock('#web/data/browser-client.ts', () => ({ browserClient: async () => ({ auth }) }))

test('the setup of a phone first removes an unfinished setup, so that its name can be used again', async () => {
  expect(await beginPhone('Phone', '+18135550134')).toEqual({ id: 'new', challengeId: 'challenge' })
  expect(removed).toEqual(['mistyped'])
})
