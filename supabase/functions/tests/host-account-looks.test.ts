import { afterAll, beforeAll, expect, test } from 'vitest'
import { atStripe } from './at-stripe.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>

beforeAll(async () => {
  market = await openMarket({ jobs: false })
})

afterAll(() => market.server.stop())

test.each([
  ['restrict', 'complete'],
  ['complete', 'restrict'],
])('a look at an account that was overtaken changes nothing: %s, then %s', async (old, latest) => {
  const newcomer = await market.person('newcomer')
  const account = await market.onboard(newcomer)
  const turn = async (action: string) => {
    await market.server.stripe.control('accounts', { account, action })
    await market.webhooksDelivered()
  }
  await turn(old)
  let looks = 0
  const slow = atStripe(`/v1/accounts/${account}`, async (_address, usual) => {
    looks += 1
    const isFirst = looks === 1
    const answer = await usual()
    if (isFirst) await turn(latest)
    return answer
  })
  const check = await newcomer.call('stripe-account', { action: 'check' })
  slow.mockRestore()
  expect(check.body).toMatchObject({ complete: old === 'complete' })
  expect(looks).toBeGreaterThan(1)
  const [profile] = await market.server.sql`
    select stripe_onboarding_complete as complete from public.profiles where id = ${newcomer.id}`
  expect(profile).toEqual({ complete: latest === 'complete' })
})
