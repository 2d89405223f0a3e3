import { afterAll, beforeAll, expect, test } from 'vitest'
import { interceptStripe } from './intercept-stripe.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>

beforeAll(async () => {
  market = await openMarket({ jobs: false })
})

afterAll(() => market.server.stop())

test.each([
  ['restrict', 'complete'],
  ['complete', 'restrict'],
])(
  'stripe-account stores the latest status of a host account if the account changes from "%s" to "%s" during the read',
  async (old, latest) => {
    const host = await market.person('host')
    const account = await market.onboard(host)
    const turn = async (action: string) => {
      await market.server.stripe.control('accounts', { account, action })
      await market.webhooksDelivered()
    }
    await turn(old)
    let reads = 0
    const slow = interceptStripe(`/v1/accounts/${account}`, async (_address, usual) => {
      reads += 1
      const isFirst = reads === 1
      const answer = await usual()
      if (isFirst) await turn(latest)
      return answer
    })
    const check = await host.call('stripe-account', { action: 'check' })
    slow.mockRestore()
    expect(check.body).toMatchObject({ complete: old === 'complete' })
    expect(reads).toBeGreaterThan(1)
    const [profile] = await market.server.sql`
    select stripe_onboarding_complete as complete from public.profiles where id = ${host.id}`
    expect(profile).toEqual({ complete: latest === 'complete' })
  },
)
