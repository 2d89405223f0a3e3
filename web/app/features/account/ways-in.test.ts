import { expect, test } from 'vitest'
import { providerLabel, waysInOf } from './ways-in.ts'

test('only enabled identity providers are offered, without email, phone and anonymous', () => {
  const external = { email: true, phone: true, anonymous_users: true, google: true, github: false }
  expect(waysInOf({ external, saml_enabled: true })).toEqual({
    providers: [{ name: 'google', label: 'Google' }],
    hasGuests: true,
    hasSso: true,
    captcha: null,
  })
})

test('SSO is offered when any SAML or OIDC organization exists', () => {
  expect(waysInOf({ saml_enabled: false, sso_enabled: true }).hasSso).toBe(true)
  expect(waysInOf({ saml_enabled: true, sso_enabled: false }).hasSso).toBe(false)
})

test("the CAPTCHA uses the backend's site key", () => {
  const captcha = { provider: 'turnstile', site_key: 'a key' }
  expect(waysInOf({ captcha }).captcha).toEqual({ provider: 'turnstile', siteKey: 'a key' })
})

test("identity providers use the backend's labels", () => {
  const external_providers = [{ name: 'sandbox', label: 'Sandbox ID' }]
  expect(waysInOf({ external: { sandbox: true }, external_providers }).providers).toEqual(
    external_providers,
  )
})

test('empty auth settings enable no sign-in method', () => {
  expect(waysInOf({})).toEqual({
    providers: [],
    hasGuests: false,
    hasSso: false,
    captcha: null,
  })
})

test.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['acme-id', 'Acme Id'],
])('the identity provider %s is shown as %s', (name, label) => {
  expect(providerLabel(name)).toBe(label)
})
