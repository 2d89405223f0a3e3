import { z } from 'zod'
import type { BackendConfig, BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { count, flag, list, missingVariable, text } from './values.ts'

const variables = {
  DISABLE_SIGNUP: flag.optional().describe('Rejects new accounts'),
  ENABLE_EMAIL_AUTOCONFIRM: flag
    .optional()
    .describe(
      'Treats the email of a new account as confirmed; by default only where fake services may run, or as in `supabase/config.toml` without the web app',
    ),
  ENABLE_ANONYMOUS_USERS: flag
    .optional()
    .describe('Allows anonymous users, who can convert to an account later'),
  ENABLE_PHONE_SIGNUP: flag
    .optional()
    .describe('Allows accounts with a phone number instead of an email'),
  ENABLE_PHONE_AUTOCONFIRM: flag.optional().describe('Treats a new phone number as confirmed'),
  ADDITIONAL_REDIRECT_URLS: list
    .optional()
    .describe('URLs that links may redirect to, besides the site, separated by commas'),
  GOTRUE_JWT_EXP: count.optional().describe('Lifetime of an access token, in seconds'),
  GOTRUE_PASSWORD_MIN_LENGTH: count
    .optional()
    .describe('Minimum password length, in characters; at least 6'),
  GOTRUE_PASSWORD_REQUIRED_CHARACTERS: z
    .string()
    // GoTrue separates character sets with colons and escapes a colon in a set with a backslash.
    .transform((text) => text.split(/(?<!\\):/).map((set) => set.replaceAll('\\:', ':')))
    .optional()
    .describe('Sets of characters separated by colons; a password needs one character of each'),
  PASSWORD_REFUSE_COMMON: flag.optional().describe('Refuses commonly used and leaked passwords'),
  PASSWORD_MIN_SCORE: z
    .enum(['0', '1', '2', '3', '4'], 'must be a whole number from 0 to 4')
    .transform(Number)
    .optional()
    .describe('Minimum zxcvbn score of a password, 0 (off) to 4; 2 means a million attempts'),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag
    .optional()
    .describe('Requires an emailed code to change the password more than a day after sign-in'),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: flag
    .optional()
    .describe('Requires the current password to change the password'),
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag
    .optional()
    .describe('Allows users to link further sign-in methods'),
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag
    .optional()
    .describe('Requires confirmation from the old and the new address to change an email'),
  GOTRUE_MAILER_OTP_EXP: count
    .optional()
    .describe('Lifetime of an emailed code or link, in seconds'),
  GOTRUE_MAILER_OTP_LENGTH: count.optional().describe('Number of digits of a code, 6 to 10'),
  GOTRUE_MFA_TOTP_ENROLL_ENABLED: flag
    .optional()
    .describe('Allows authenticator apps as second factor'),
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: flag
    .optional()
    .describe('Allows phones as second factor; requires an SMS gateway'),
  GOTRUE_RATE_LIMIT_OTP: count
    .optional()
    .describe('Rate limit: sign-ups and code requests per IP address in 5 minutes'),
  GOTRUE_RATE_LIMIT_VERIFY: count
    .optional()
    .describe('Rate limit: code and link verifications per IP address or account in 5 minutes'),
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: count
    .optional()
    .describe('Rate limit: sign-ins per IP address in 5 minutes, and separately token refreshes'),
  GOTRUE_RATE_LIMIT_SSO: count
    .optional()
    .describe('Rate limit: SSO sign-ins per IP address in 5 minutes'),
  GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: count
    .optional()
    .describe('Rate limit: new anonymous users per IP address in an hour'),
  GOTRUE_RATE_LIMIT_EMAIL_SENT: count
    .optional()
    .describe('Rate limit: emails per IP address, and per recipient, in an hour'),
  GOTRUE_RATE_LIMIT_SMS_SENT: count
    .optional()
    .describe('Rate limit: text messages per IP address, and per recipient, in an hour'),
  GOTRUE_SECURITY_CAPTCHA_ENABLED: flag
    .optional()
    .describe('Requires a CAPTCHA to sign up and sign in; requires the three variables below'),
  GOTRUE_SECURITY_CAPTCHA_PROVIDER: z
    .enum(['hcaptcha', 'turnstile'], 'must be hcaptcha or turnstile')
    .optional()
    .describe('CAPTCHA provider: `hcaptcha` or `turnstile`'),
  GOTRUE_SECURITY_CAPTCHA_SECRET: text('Secret key that verifies CAPTCHA responses'),
  SECURITY_CAPTCHA_SITE_KEY: text('Public site key of the CAPTCHA widget'),
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: count
    .optional()
    .describe('Maximum number of second factors per account'),
}

export const accountsSection = z.object(variables)

/**
 * Returns the auth settings of the environment. An unset variable keeps the value of
 * `supabase/config.toml`. If that file has no value, the backend's default applies.
 */
export function authSettings(
  environment: z.output<typeof accountsSection> & { allowFakes: boolean },
): NonNullable<BackendConfigInput['auth']> {
  return {
    // Forbids redirects to localhost in production, where they would reach a program on the user's
    // device.
    loopbackRedirects: environment.allowFakes,
    disableSignup: environment.DISABLE_SIGNUP,
    enableAnonymous: environment.ENABLE_ANONYMOUS_USERS,
    enablePhone: environment.ENABLE_PHONE_SIGNUP,
    enablePhoneAutoconfirm: environment.ENABLE_PHONE_AUTOCONFIRM,
    redirectUrls: environment.ADDITIONAL_REDIRECT_URLS,
    accessTokenLifetime: environment.GOTRUE_JWT_EXP,
    passwordMinLength: environment.GOTRUE_PASSWORD_MIN_LENGTH,
    passwordCharacters: environment.GOTRUE_PASSWORD_REQUIRED_CHARACTERS,
    refuseCommonPasswords: environment.PASSWORD_REFUSE_COMMON,
    passwordMinScore: environment.PASSWORD_MIN_SCORE,
    secureNewPassword: environment.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
    requireCurrentPassword: environment.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD,
    enableManualLinking: environment.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
    secureEmailChange: environment.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
    otp: {
      lifetime: environment.GOTRUE_MAILER_OTP_EXP,
      digits: environment.GOTRUE_MAILER_OTP_LENGTH,
    },
    limits: {
      otp: environment.GOTRUE_RATE_LIMIT_OTP,
      verify: environment.GOTRUE_RATE_LIMIT_VERIFY,
      tokenRefresh: environment.GOTRUE_RATE_LIMIT_TOKEN_REFRESH,
      sso: environment.GOTRUE_RATE_LIMIT_SSO,
      anonymousUsers: environment.GOTRUE_RATE_LIMIT_ANONYMOUS_USERS,
      emailSent: environment.GOTRUE_RATE_LIMIT_EMAIL_SENT,
      smsSent: environment.GOTRUE_RATE_LIMIT_SMS_SENT,
    },
    captcha: captchaSettings(environment),
    captchaSiteKey: environment.SECURITY_CAPTCHA_SITE_KEY,
    mfa: {
      totp: environment.GOTRUE_MFA_TOTP_ENROLL_ENABLED,
      phone: environment.GOTRUE_MFA_PHONE_ENROLL_ENABLED,
      maxFactors: environment.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
    },
  }
}

/**
 * Returns the CAPTCHA provider and its secret, or null if CAPTCHA is disabled. Returns undefined if
 * `GOTRUE_SECURITY_CAPTCHA_ENABLED` is unset. Throws if a required variable is missing.
 */
function captchaSettings(environment: z.output<typeof accountsSection>) {
  const isOn = environment.GOTRUE_SECURITY_CAPTCHA_ENABLED
  if (!isOn) return isOn === undefined ? undefined : null
  const required = <Name extends keyof typeof environment>(name: Name) => {
    const value = environment[name]
    if (value) return value
    throw missingVariable(name, 'GOTRUE_SECURITY_CAPTCHA_ENABLED')
  }
  required('SECURITY_CAPTCHA_SITE_KEY')
  return {
    provider: required('GOTRUE_SECURITY_CAPTCHA_PROVIDER'),
    secret: required('GOTRUE_SECURITY_CAPTCHA_SECRET'),
  }
}

export const accountDefaults: Record<
  keyof typeof variables,
  (settings: BackendConfig['auth']) => unknown
> = {
  DISABLE_SIGNUP: (auth) => auth.disableSignup,
  ENABLE_EMAIL_AUTOCONFIRM: () => undefined,
  ENABLE_ANONYMOUS_USERS: (auth) => auth.enableAnonymous,
  ENABLE_PHONE_SIGNUP: (auth) => auth.enablePhone,
  ENABLE_PHONE_AUTOCONFIRM: (auth) => auth.enablePhoneAutoconfirm,
  ADDITIONAL_REDIRECT_URLS: () => undefined,
  GOTRUE_JWT_EXP: (auth) => auth.accessTokenLifetime,
  GOTRUE_PASSWORD_MIN_LENGTH: (auth) => auth.passwordMinLength,
  GOTRUE_PASSWORD_REQUIRED_CHARACTERS: () => undefined,
  PASSWORD_REFUSE_COMMON: (auth) => auth.refuseCommonPasswords,
  PASSWORD_MIN_SCORE: (auth) => auth.passwordMinScore,
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: (auth) => auth.secureNewPassword,
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: (auth) => auth.requireCurrentPassword,
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: (auth) => auth.enableManualLinking,
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: (auth) => auth.secureEmailChange,
  GOTRUE_MAILER_OTP_EXP: (auth) => auth.otp.lifetime,
  GOTRUE_MAILER_OTP_LENGTH: (auth) => auth.otp.digits,
  GOTRUE_MFA_TOTP_ENROLL_ENABLED: (auth) => auth.mfa.totp,
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: (auth) => auth.mfa.phone,
  GOTRUE_RATE_LIMIT_OTP: (auth) => auth.limits.otp,
  GOTRUE_RATE_LIMIT_VERIFY: (auth) => auth.limits.verify,
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: (auth) => auth.limits.tokenRefresh,
  GOTRUE_RATE_LIMIT_SSO: (auth) => auth.limits.sso,
  GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: (auth) => auth.limits.anonymousUsers,
  GOTRUE_RATE_LIMIT_EMAIL_SENT: (auth) => auth.limits.emailSent,
  GOTRUE_RATE_LIMIT_SMS_SENT: (auth) => auth.limits.smsSent,
  GOTRUE_SECURITY_CAPTCHA_ENABLED: () => false,
  GOTRUE_SECURITY_CAPTCHA_PROVIDER: () => undefined,
  GOTRUE_SECURITY_CAPTCHA_SECRET: () => undefined,
  SECURITY_CAPTCHA_SITE_KEY: () => undefined,
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: (auth) => auth.mfa.maxFactors,
}
