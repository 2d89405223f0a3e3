import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { mergeSettings, readProjectAuth } from './project-auth.ts'

const supabaseDir = fileURLToPath(new URL('../../../supabase', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'project-auth-'))

afterAll(() => rmSync(folder, { recursive: true }))

function read(toml: string) {
  writeFileSync(join(folder, 'config.toml'), toml)
  return readProjectAuth(folder)
}

test('readProjectAuth maps the setting names of config.toml to auth settings', () => {
  const settings = read(`
    [auth]
    enable_signup = false
    additional_redirect_urls = ["https://example.com/**"]
    password_requirements = "letters_digits"
    [auth.email]
    enable_confirmations = true
    otp_expiry = 900
    max_frequency = "60s"
    [auth.sessions]
    timebox = "24h"
    [auth.mfa.phone]
    enroll_enabled = true
    [auth.hook.send_email]
    enabled = true
    uri = "pg-functions://postgres/public/send_auth_mail"`)
  expect(settings).toMatchObject({
    disableSignup: true,
    redirectUrls: ['https://example.com/**'],
    enableEmailAutoconfirm: false,
    otp: { lifetime: 900, mailInterval: 60 },
    sessionTimebox: 86_400,
    mfa: { phone: true },
    hooks: { sendEmail: 'public.send_auth_mail' },
  })
  expect(settings.passwordCharacters).toHaveLength(2)
})

test('mergeSettings keeps the defaults of missing settings, and readProjectAuth returns no disableSignup if config.toml omits enable_signup', () => {
  const defaults = { disableSignup: false, otp: { digits: 6, lifetime: 3600 } }
  expect(mergeSettings(defaults, { disableSignup: true, otp: {} } as typeof defaults)).toEqual({
    disableSignup: true,
    otp: { digits: 6, lifetime: 3600 },
  })
  expect(read('[api]').disableSignup).toBeUndefined()
  expect(readProjectAuth(null)).toEqual({})
})

test.each([
  ['[auth.hook.send_email]\nuri = "https://example.com/hook"', 'pg-functions'],
  ['[auth.sessions]\ntimebox = "soon"', '24h'],
  ['[auth]\nenable_signup = "yes"', 'boolean'],
])('readProjectAuth rejects the invalid config.toml %j', (toml, reason) => {
  expect(() => read(toml)).toThrow(reason)
})

test('Hourspace’s config.toml enables the mail hook, anonymous sign-in, identity linking, email autoconfirm and the current password check', () => {
  expect(readProjectAuth(supabaseDir)).toMatchObject({
    hooks: { sendEmail: 'public.send_auth_mail' },
    enableAnonymous: true,
    enableManualLinking: true,
    requireCurrentPassword: true,
    enableEmailAutoconfirm: true,
  })
})
