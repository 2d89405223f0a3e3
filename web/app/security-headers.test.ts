import { expect, test } from 'vitest'
import type { PublicEnvironment } from './data/environment.ts'
import { securityHeaders } from './security-headers.server.ts'

const policyWith = (stripe: Partial<PublicEnvironment>) =>
  securityHeaders('', {
    siteUrl: 'https://example.com',
    supabaseUrl: '/',
    ...stripe,
  } as PublicEnvironment)['Permissions-Policy']

test("the security headers allow Stripe's frames to open wallets, except with the Stripe sandbox", () => {
  expect(policyWith({ stripePublishableKey: 'pk_test_1', stripeSandbox: false })).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
  )
  expect(policyWith({ stripePublishableKey: 'pk_test_sandbox', stripeSandbox: true })).toMatch(
    /payment=\(self\)$/,
  )
})
