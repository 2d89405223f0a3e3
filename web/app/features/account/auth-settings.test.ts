import { expect, test } from 'vitest'
import { providerLabel, parseAuthSettings } from './auth-settings.ts'

test('auth settings list only enabled identity providers, without the entries for email, phone and anonymous sign-in', () => {
  const external = { email: true, phone: true, anonymous_users: true, google: true, github: false }
  expect(parseAuthSettings({ external, saml_enabled: true })).toEqual({
    providers: [{ name: 'google', label: 'Google' }],
    hasGuests: true,
    hasSso: true,
    captcha: null,
  })
})

test('sso_enabled takes precedence over saml_enabled in the auth settings', () => {
  expect(parseAuthSettings({ saml_enabled: false, sso_enabled: true }).hasSso).toBe(true)
  expect(parseAuthSettings({ saml_enabled: true, sso_enabled: false }).hasSso).toBe(false)
})

test('auth settings contain the CAPTCHA site key of the backend', () => {
  const captcha = { provider: 'turnstile', site_key: 'a key' }
  expect(parseAuthSettings({ captcha }).captcha).toEqual({
    provider: 'turnstile',
    siteKey: 'a key',
  })
})

test('auth settings use the labels that the backend sends for identity providers', () => {
  const external_providers = [{ name: 'sandbox', label: 'Sandbox ID' }]
  expect(parseAuthSettings({ external: { sandbox: true }, external_providers }).providers).toEqual(
    external_providers,
  )
})

test('empty auth settings enable no sign-in method', () => {
  expect(parseAuthSettings({})).toEqual({
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
