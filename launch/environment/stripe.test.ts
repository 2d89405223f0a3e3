import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { chooseStripe } from './stripe.ts'

const choose = (variables: NodeJS.ProcessEnv) => chooseStripe(readEnvironment(variables))
const random = 'a1'.repeat(12)
const keys = {
  STRIPE_SECRET_KEY: `sk_live_51${random}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_51${random}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${random}`,
}

test('payments go to the Stripe fake only where fake services are allowed', () => {
  expect(choose({})).toBe('fake')
  for (const variables of [{ NODE_ENV: 'production' }, { SITE_URL: 'https://example.com' }])
    expect(() => choose(variables)).toThrow(/^STRIPE_SECRET_KEY is missing: set it to /)
  expect(choose(keys)).toMatchObject({ secretKey: keys.STRIPE_SECRET_KEY })
})

test.each([
  [{ STRIPE_PUBLISHABLE_KEY: '' }, /^STRIPE_PUBLISHABLE_KEY is missing/],
  [{ STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is missing/],
  [{ STRIPE_PUBLISHABLE_KEY: `pk_test_51${random}` }, /must both be live keys or both be test/],
])('chooseStripe rejects incomplete or mixed Stripe keys: %o', (variables, problem) => {
  expect(() => choose({ ...keys, ...variables })).toThrow(problem)
})
