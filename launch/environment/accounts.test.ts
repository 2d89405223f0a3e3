import { expect, test } from 'vitest'
import { authSettings } from './accounts.ts'
import { readEnvironment } from './environment.ts'

const captcha = {
  GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
  GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
  GOTRUE_SECURITY_CAPTCHA_SECRET: 'a secret',
  SECURITY_CAPTCHA_SITE_KEY: 'a key',
}

const settings = (variables: NodeJS.ProcessEnv) => authSettings(readEnvironment(variables))

test("authSettings reads rate limits and CAPTCHA from GoTrue's environment variables", () => {
  expect(settings({ GOTRUE_RATE_LIMIT_OTP: '7', ...captcha })).toMatchObject({
    limits: { otp: 7, verify: undefined },
    captcha: { provider: 'turnstile', secret: 'a secret' },
    captchaSiteKey: 'a key',
  })
  expect(settings({}).captcha).toBeUndefined()
  expect(settings({ ...captcha, GOTRUE_SECURITY_CAPTCHA_ENABLED: 'false' }).captcha).toBeNull()
})

test.each([
  [{ ...captcha, GOTRUE_SECURITY_CAPTCHA_SECRET: '' }, 'GOTRUE_SECURITY_CAPTCHA_SECRET is missing'],
  [{ ...captcha, SECURITY_CAPTCHA_SITE_KEY: undefined }, 'SECURITY_CAPTCHA_SITE_KEY is missing'],
  [{ ...captcha, GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'other' }, 'must be hcaptcha or turnstile'],
  [{ GOTRUE_RATE_LIMIT_OTP: 'many' }, 'GOTRUE_RATE_LIMIT_OTP must be a whole number'],
])('authSettings rejects incomplete or invalid account variables: %o', (variables, problem) => {
  expect(() => settings(variables)).toThrow(problem)
})

test("authSettings reads password rules, including required characters in GoTrue's syntax", () => {
  const rules = settings({
    GOTRUE_PASSWORD_MIN_LENGTH: '12',
    GOTRUE_PASSWORD_REQUIRED_CHARACTERS: String.raw`abc:0123:!\:?`,
    PASSWORD_REFUSE_COMMON: 'false',
    PASSWORD_MIN_SCORE: '3',
  })
  expect(rules).toMatchObject({
    passwordMinLength: 12,
    passwordCharacters: ['abc', '0123', '!:?'],
    refuseCommonPasswords: false,
    passwordMinScore: 3,
  })
  expect(() => settings({ PASSWORD_MIN_SCORE: '5' })).toThrow('PASSWORD_MIN_SCORE must be')
})

test('authSettings allows redirects to localhost in development, but not in production', () => {
  expect(settings({ NODE_ENV: 'production' }).loopbackRedirects).toBe(false)
  expect(settings({}).loopbackRedirects).toBe(true)
})
