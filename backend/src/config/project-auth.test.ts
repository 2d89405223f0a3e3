import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { layered, projectAuth } from './project-auth.ts'

/** The product's own project. */
const supabaseDir = fileURLToPath(new URL('../../../supabase', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'project-auth-'))

afterAll(() => rmSync(folder, { recursive: true }))

function read(toml: string) {
  writeFileSync(join(folder, 'config.toml'), toml)
  return projectAuth(folder)
}

test('a project says how its accounts are, by the names of the CLI', () => {
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

test('what it does not say stays as it is by default', () => {
  const defaults = { disableSignup: false, otp: { digits: 6, lifetime: 3600 } }
  expect(layered(defaults, { disableSignup: true, otp: {} } as typeof defaults)).toEqual({
    disableSignup: true,
    otp: { digits: 6, lifetime: 3600 },
  })
  expect(read('[api]').disableSignup).toBeUndefined()
  expect(projectAuth(null)).toEqual({})
})

test.each([
  ['[auth.hook.send_email]\nuri = "https://example.com/hook"', 'pg-functions'],
  ['[auth.sessions]\ntimebox = "soon"', '24h'],
  ['[auth]\nenable_signup = "yes"', 'boolean'],
])('what cannot be stops the start: %s', (toml, reason) => {
  expect(() => read(toml)).toThrow(reason)
})

test('the product sends its mails, lets guests begin and people link accounts', () => {
  expect(projectAuth(supabaseDir)).toMatchObject({
    hooks: { sendEmail: 'public.send_auth_mail' },
    enableAnonymous: true,
    enableManualLinking: true,
    requireCurrentPassword: true,
    enableEmailAutoconfirm: true,
  })
})
