import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { chooseStripe, stripeVariables } from './stripe.ts'

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

test('STRIPE_WEBHOOK_SECRET takes the secrets of several endpoints, separated by commas', () => {
  const connect = `whsec_${'b2'.repeat(12)}`
  const secrets = `${keys.STRIPE_WEBHOOK_SECRET}, ${connect}`
  const chosen = choose({ ...keys, STRIPE_WEBHOOK_SECRET: secrets })
  expect(chosen).toMatchObject({ webhookSecrets: [keys.STRIPE_WEBHOOK_SECRET, connect] })
  if (chosen === 'fake') throw new Error('expected the keys of Stripe')
  expect(stripeVariables(chosen, undefined)).toMatchObject({
    STRIPE_WEBHOOK_SECRET: `${keys.STRIPE_WEBHOOK_SECRET},${connect}`,
  })
})

test.each([
  [{ STRIPE_PUBLISHABLE_KEY: '' }, /^STRIPE_PUBLISHABLE_KEY is missing/],
  [{ STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is missing/],
  [{ STRIPE_PUBLISHABLE_KEY: `pk_test_51${random}` }, /must both be live keys or both be test/],
])('chooseStripe rejects incomplete or mixed Stripe keys: %o', (variables, problem) => {
  expect(() => choose({ ...keys, ...variables })).toThrow(problem)
})
