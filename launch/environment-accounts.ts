import { z } from 'zod'
import type { BackendConfig, BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { count, flag, list } from './environment-values.ts'
import { StartProblem } from './problem.ts'

/** Variables about accounts, and the setting of the backend that each stands for. */
const variables = {
  DISABLE_SIGNUP: flag.optional().describe('Whether new accounts are refused'),
  ENABLE_EMAIL_AUTOCONFIRM: flag
    .optional()
    .describe('Whether a new address counts as confirmed at once'),
  ENABLE_ANONYMOUS_USERS: flag
    .optional()
    .describe('Whether somebody may begin without an account and keep what they did'),
  ENABLE_PHONE_SIGNUP: flag
    .optional()
    .describe('Whether accounts may have a number for an address'),
  ENABLE_PHONE_AUTOCONFIRM: flag
    .optional()
    .describe('Whether a new number counts as confirmed at once'),
  ADDITIONAL_REDIRECT_URLS: list
    .optional()
    .describe('Addresses that links may lead back to besides the site, separated by commas'),
  GOTRUE_JWT_EXP: count.optional().describe('Seconds an access token lives'),
  GOTRUE_PASSWORD_MIN_LENGTH: count.optional().describe('Characters a password has at least'),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag
    .optional()
    .describe('Whether a new password asks for a code sent by mail, a day after signing in'),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: flag
    .optional()
    .describe('Whether a new password asks for the current one'),
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag
    .optional()
    .describe('Whether people may link further ways to sign in'),
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag
    .optional()
    .describe('Whether the old mailbox is asked, too, when an address changes'),
  GOTRUE_MAILER_OTP_EXP: count.optional().describe('Seconds a code or link lives'),
  GOTRUE_MAILER_OTP_LENGTH: count.optional().describe('Digits of a code, 6 to 10'),
  GOTRUE_MFA_TOTP_ENROLL_ENABLED: flag
    .optional()
    .describe('Whether an authenticator app may be a second step'),
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: flag
    .optional()
    .describe('Whether a phone may be a second step; wants a carrier of text messages'),
  GOTRUE_RATE_LIMIT_OTP: count
    .optional()
    .describe('Sign-ups and requests for codes from one address in five minutes'),
  GOTRUE_RATE_LIMIT_VERIFY: count
    .optional()
    .describe(
      'Codes and links that come back, from one address or for one account, in five minutes',
    ),
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: count
    .optional()
    .describe('Sign-ins and refreshes from one address in five minutes, each kind by itself'),
  GOTRUE_RATE_LIMIT_SSO: count
    .optional()
    .describe('Sign-ins with a company from one address in five minutes'),
  GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: count
    .optional()
    .describe('Guests without an account from one address in an hour'),
  GOTRUE_RATE_LIMIT_EMAIL_SENT: count
    .optional()
    .describe('Mails that one address causes, or one mailbox gets, in an hour'),
  GOTRUE_RATE_LIMIT_SMS_SENT: count.optional().describe('The same of texts'),
  GOTRUE_SECURITY_CAPTCHA_ENABLED: flag
    .optional()
    .describe(
      'Whether signing up and in ask for a captcha; the three below then have to be there too',
    ),
  GOTRUE_SECURITY_CAPTCHA_PROVIDER: z
    .enum(['hcaptcha', 'turnstile'], 'must be hcaptcha or turnstile')
    .optional()
    .describe('Whose captcha: `hcaptcha` or `turnstile`'),
  GOTRUE_SECURITY_CAPTCHA_SECRET: z
    .string()
    .optional()
    .describe('The secret that its answers are verified with'),
  SECURITY_CAPTCHA_SITE_KEY: z
    .string()
    .optional()
    .describe('The key that the site shows it with; anybody may know it'),
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: count.optional().describe('Second steps an account has at most'),
}

/** The section of the environment. */
export const accountsSection = z.object(variables)

/** What it says to the backend; what is not set is the project's own, then the backend's default. */
export function authSettings(
  environment: z.output<typeof accountsSection> & { standIns: boolean },
): NonNullable<BackendConfigInput['auth']> {
  return {
    // A developer's own machine has things listening; that of a customer nothing of ours.
    loopbackRedirects: environment.standIns,
    disableSignup: environment.DISABLE_SIGNUP,
    enableEmailAutoconfirm: environment.ENABLE_EMAIL_AUTOCONFIRM,
    enableAnonymous: environment.ENABLE_ANONYMOUS_USERS,
    enablePhone: environment.ENABLE_PHONE_SIGNUP,
    enablePhoneAutoconfirm: environment.ENABLE_PHONE_AUTOCONFIRM,
    redirectUrls: environment.ADDITIONAL_REDIRECT_URLS,
    accessTokenLifetime: environment.GOTRUE_JWT_EXP,
    passwordMinLength: environment.GOTRUE_PASSWORD_MIN_LENGTH,
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

/** Undefined where the environment says nothing. Throws StartProblem where it says half. */
function captchaSettings(environment: z.output<typeof accountsSection>) {
  const isOn = environment.GOTRUE_SECURITY_CAPTCHA_ENABLED
  if (!isOn) return isOn === undefined ? undefined : null
  const given = <Name extends keyof typeof environment>(name: Name) => {
    const value = environment[name]
    if (value) return value
    throw new StartProblem(`${name} is missing: it goes with GOTRUE_SECURITY_CAPTCHA_ENABLED.`)
  }
  given('SECURITY_CAPTCHA_SITE_KEY')
  return {
    provider: given('GOTRUE_SECURITY_CAPTCHA_PROVIDER'),
    secret: given('GOTRUE_SECURITY_CAPTCHA_SECRET'),
  }
}

/** What each is where neither it nor the project says anything; for the documentation. */
export const accountDefaults: Record<
  keyof typeof variables,
  (settings: BackendConfig['auth']) => unknown
> = {
  DISABLE_SIGNUP: (auth) => auth.disableSignup,
  ENABLE_EMAIL_AUTOCONFIRM: (auth) => auth.enableEmailAutoconfirm,
  ENABLE_ANONYMOUS_USERS: (auth) => auth.enableAnonymous,
  ENABLE_PHONE_SIGNUP: (auth) => auth.enablePhone,
  ENABLE_PHONE_AUTOCONFIRM: (auth) => auth.enablePhoneAutoconfirm,
  ADDITIONAL_REDIRECT_URLS: () => undefined,
  GOTRUE_JWT_EXP: (auth) => auth.accessTokenLifetime,
  GOTRUE_PASSWORD_MIN_LENGTH: (auth) => auth.passwordMinLength,
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
