import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import type { BackendConfigInput } from './config.ts'

type AuthInput = NonNullable<BackendConfigInput['auth']>

const flag = z.boolean().optional()
const count = z.number().int().optional()

const duration = z
  .string()
  .regex(/^\d+[hms]$/, 'must be a duration such as 24h')
  .transform((text) => Number.parseInt(text) * { h: 3600, m: 60, s: 1 }[text.at(-1) as 'h'])
  .optional()

const hook = z
  .object({
    enabled: z.boolean().default(true),
    uri: z.string().regex(/^pg-functions:\/\/[^/]+\/\w+\/\w+$/, 'must be a pg-functions URI'),
  })
  .transform(({ enabled, uri }) => (enabled ? uri.split('/').slice(-2).join('.') : null))
  .optional()

const letters = 'abcdefghijklmnopqrstuvwxyz'
const capitals = letters.toUpperCase()
const digits = '0123456789'
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'
const passwordCharacters = {
  '': [],
  letters_digits: [letters + capitals, digits],
  lower_upper_letters_digits: [letters, capitals, digits],
  lower_upper_letters_digits_symbols: [letters, capitals, digits, symbols],
}
const passwordRequirements = Object.keys(passwordCharacters) as (keyof typeof passwordCharacters)[]

/** Section `[auth]` of `config.toml`, with the setting names of the Supabase CLI. */
const projectSchema = z.object({
  enable_signup: flag,
  enable_anonymous_sign_ins: flag,
  enable_manual_linking: flag,
  additional_redirect_urls: z.array(z.string()).optional(),
  jwt_expiry: count,
  refresh_token_reuse_interval: count,
  minimum_password_length: count,
  password_requirements: z.enum(passwordRequirements).optional(),
  email: z
    .object({
      enable_confirmations: flag,
      double_confirm_changes: flag,
      secure_password_change: flag,
      require_current_password: flag,
      otp_length: count,
      otp_expiry: count,
      max_frequency: duration,
    })
    .prefault({}),
  sms: z
    .object({
      enable_signup: flag,
      enable_confirmations: flag,
      max_frequency: duration,
      test_otp: z.record(z.string(), z.string()).optional(),
    })
    .prefault({}),
  mfa: z
    .object({
      max_enrolled_factors: count,
      totp: z.object({ enroll_enabled: flag }).prefault({}),
      phone: z.object({ enroll_enabled: flag }).prefault({}),
    })
    .prefault({}),
  // Ignores the setting `email_sent`, which the Supabase CLI uses only with `[auth.email.smtp]`.
  rate_limit: z
    .object({
      sms_sent: count,
      anonymous_users: count,
      token_refresh: count,
      sign_in_sign_ups: count,
      token_verifications: count,
    })
    .prefault({}),
  captcha: z
    .object({
      enabled: z.boolean().default(true),
      provider: z.enum(['hcaptcha', 'turnstile']),
      secret: z.string().min(1),
    })
    .transform(({ enabled, ...captcha }) => (enabled ? captcha : null))
    .optional(),
  sessions: z.object({ timebox: duration, inactivity_timeout: duration }).prefault({}),
  hook: z.object({ send_email: hook }).prefault({}),
})

/** Reads the auth settings of `config.toml`. Throws ZodError for an invalid value. */
export function readProjectAuth(supabaseDir: string | null): AuthInput {
  const file = supabaseDir && join(supabaseDir, 'config.toml')
  if (!file || !existsSync(file)) return {}
  const { auth } = parse(readFileSync(file, 'utf8'))
  const project = projectSchema.parse(auth ?? {})
  const { email, sms, mfa, sessions, rate_limit: limits } = project
  const isOff = (isOn: boolean | undefined) => (isOn === undefined ? undefined : !isOn)
  return {
    disableSignup: isOff(project.enable_signup),
    enableAnonymous: project.enable_anonymous_sign_ins,
    enableManualLinking: project.enable_manual_linking,
    redirectUrls: project.additional_redirect_urls,
    accessTokenLifetime: project.jwt_expiry,
    refreshTokenReuseInterval: project.refresh_token_reuse_interval,
    passwordMinLength: project.minimum_password_length,
    passwordCharacters: passwordCharacters[project.password_requirements ?? ''],
    enableEmailAutoconfirm: isOff(email.enable_confirmations),
    secureEmailChange: email.double_confirm_changes,
    secureNewPassword: email.secure_password_change,
    requireCurrentPassword: email.require_current_password,
    otp: {
      digits: email.otp_length,
      lifetime: email.otp_expiry,
      testCodes: sms.test_otp,
      mailInterval: email.max_frequency,
      textInterval: sms.max_frequency,
    },
    enablePhone: sms.enable_signup,
    enablePhoneAutoconfirm: isOff(sms.enable_confirmations),
    mfa: {
      maxFactors: mfa.max_enrolled_factors,
      totp: mfa.totp.enroll_enabled,
      phone: mfa.phone.enroll_enabled,
    },
    limits: {
      smsSent: limits.sms_sent,
      anonymousUsers: limits.anonymous_users,
      tokenRefresh: limits.token_refresh,
      otp: limits.sign_in_sign_ups,
      verify: limits.token_verifications,
    },
    captcha: project.captcha,
    sessionTimebox: sessions.timebox,
    sessionInactivity: sessions.inactivity_timeout,
    hooks: { sendEmail: project.hook.send_email },
  }
}

/** Merges two settings objects deeply. Defined values of `over` replace values of `under`. */
export function mergeSettings<Settings extends object>(under: Settings, over: Settings): Settings {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(under))
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue
    const before = merged[key]
    merged[key] = isPlain(before) && isPlain(value) ? mergeSettings(before, value) : value
  }
  return merged as Settings
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
