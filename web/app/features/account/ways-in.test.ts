import { expect, test } from 'vitest'
import { providerLabel, waysInOf } from './ways-in.ts'

test('only what the backend has open is offered, and its own ways are no providers', () => {
  const external = { email: true, phone: true, anonymous_users: true, google: true, github: false }
  expect(waysInOf({ external, saml_enabled: true })).toEqual({
    providers: [{ name: 'google', label: 'Google' }],
    hasGuests: true,
    hasSso: true,
    captcha: null,
  })
})

test('companies are offered where there are any, whatever protocol they speak', () => {
  expect(waysInOf({ saml_enabled: false, sso_enabled: true }).hasSso).toBe(true)
  expect(waysInOf({ saml_enabled: true, sso_enabled: false }).hasSso).toBe(false)
})

test('a captcha is shown with the key that the backend names', () => {
  const captcha = { provider: 'turnstile', site_key: 'a key' }
  expect(waysInOf({ captcha }).captcha).toEqual({ provider: 'turnstile', siteKey: 'a key' })
})

test('providers are called what the backend calls them', () => {
  const external_providers = [{ name: 'sandbox', label: 'Sandbox ID' }]
  expect(waysInOf({ external: { sandbox: true }, external_providers }).providers).toEqual(
    external_providers,
  )
})

test('a backend that says nothing has nothing open', () => {
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
])('%s is known as %s', (name, label) => {
  expect(providerLabel(name)).toBe(label)
})
