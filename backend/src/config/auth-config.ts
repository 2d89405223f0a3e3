import { z } from 'zod'

const seconds = () => z.number().int().positive()
const allowed = (times: number) => z.number().int().positive().default(times)

/** Settings of an external identity provider. A custom provider needs `issuer` or `endpoints`. */
const externalProviderSchema = z.object({
  clientId: z.string().min(1),
  /** Client ids of mobile apps, whose ID tokens are also accepted. */
  otherClientIds: z.array(z.string()).default([]),
  clientSecret: z.string().default(''),
  /** Issuer URL of an OpenID Connect provider. Tests set it to a fake provider. */
  issuer: z.url().nullable().default(null),
  /** Endpoints of an OAuth 2 provider without OpenID Connect discovery. */
  endpoints: z
    .object({
      authorization: z.url(),
      token: z.url(),
      userInfo: z.url(),
      emails: z.url().optional(),
    })
    .nullable()
    .default(null),
  scopes: z.string().nullable().default(null),
  /** Provider name on the button 'Continue with …'. */
  label: z.string().nullable().default(null),
  /** Redirect URI registered with the identity provider. The default is this server's callback. */
  redirectUri: z.url().nullable().default(null),
  /** Whether emails count as verified if the identity provider sends no email_verified claim. */
  trustEmail: z.boolean().default(false),
  emailOptional: z.boolean().default(false),
  skipNonceCheck: z.boolean().default(false),
  /** With an Apple key, `clientSecret` is the private key (PEM) that signs client secrets. */
  appleKey: z
    .object({ teamId: z.string().min(1), keyId: z.string().min(1) })
    .nullable()
    .default(null),
})

export type ExternalProviderConfig = z.output<typeof externalProviderSchema>

const hook = () =>
  z
    .string()
    .regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/)
    .nullable()
    .default(null)

/** Settings of the auth service. The rate limits in `limits` default to GoTrue's values. */
export const authSchema = z.object({
  disableSignup: z.boolean().default(false),
  enableEmailAutoconfirm: z.boolean().default(true),
  enableAnonymous: z.boolean().default(true),
  enablePhone: z.boolean().default(false),
  enablePhoneAutoconfirm: z.boolean().default(false),
  enableManualLinking: z.boolean().default(false),
  /** Whether an email change must be confirmed from both the old and the new email. */
  secureEmailChange: z.boolean().default(true),
  /**
   * Whether a password change more than 24 hours after sign-in requires a reauthentication code.
   */
  secureNewPassword: z.boolean().default(false),
  /**
   * Whether changing the password, or the email without confirmation, requires the current
   * password. A session opened by a code or link is exempt.
   */
  requireCurrentPassword: z.boolean().default(false),
  /** Allowed redirect URLs. `auth/core/redirects.ts` documents the pattern syntax. */
  redirectUrls: z.array(z.string()).default([]),
  /** Whether to allow redirects to loopback IP addresses on any port, as GoTrue does. */
  loopbackRedirects: z.boolean().default(true),
  /** Algorithm for signing access tokens. The server always accepts tokens signed with HS256. */
  signingAlgorithm: z.enum(['ES256', 'HS256']).default('ES256'),
  /** In seconds. */
  accessTokenLifetime: seconds().default(3600),
  /** Seconds during which an already used refresh token is still accepted. */
  refreshTokenReuseInterval: z.number().int().nonnegative().default(10),
  /** Maximum session age and maximum idle time in seconds, or null for no limit. */
  sessionTimebox: seconds().nullable().default(null),
  sessionInactivity: seconds().nullable().default(null),
  passwordMinLength: z.number().int().min(6).default(8),
  /** Sets of characters. A password must contain a character from each set. */
  passwordCharacters: z.array(z.string().min(1)).default([]),
  /** Whether to reject passwords that are in zxcvbn's list of common passwords. */
  refuseCommonPasswords: z.boolean().default(true),
  /** Minimum zxcvbn score, from 0 (any password) to 4. Score 2 needs at least a million guesses. */
  passwordMinScore: z.number().int().min(0).max(4).default(2),
  /**
   * Cost of argon2id: memory in KiB, and passes. After a change, the next sign-in of each user
   * replaces the old hash. The default is OWASP's minimum.
   * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
   */
  passwordHash: z
    .object({
      memory: z.number().int().min(8).default(19_456),
      passes: z.number().int().positive().default(2),
    })
    .prefault({}),
  otp: z
    .object({
      digits: z.number().int().min(6).max(10).default(6),
      /** In seconds. */
      lifetime: seconds().max(86_400).default(3600),
      /** Number of failed attempts after which a code becomes invalid. */
      attempts: z.number().int().positive().default(5),
      /** Minimum seconds between two emails of the same kind to one address. */
      mailInterval: z.number().int().nonnegative().default(1),
      /** Minimum seconds between two SMS to one phone number. */
      textInterval: z.number().int().nonnegative().default(1),
      /** Fixed SMS codes by phone number (digits only), for tests and app store reviews. */
      testCodes: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
    })
    .prefault({}),
  mfa: z
    .object({
      totp: z.boolean().default(true),
      phone: z.boolean().default(false),
      maxFactors: z.number().int().positive().default(10),
      /** In seconds. */
      challengeLifetime: seconds().default(300),
    })
    .prefault({}),
  external: z.record(z.string().regex(/^[a-z][a-z0-9_-]*$/), externalProviderSchema).default({}),
  saml: z
    .object({
      /** Private key (PEM) that signs SAML requests, or null to disable SAML. */
      privateKey: z.string().nullable().default(null),
      allowLoopback: z.boolean().default(false),
    })
    .prefault({}),
  captcha: z
    .object({
      provider: z.enum(['hcaptcha', 'turnstile']),
      secret: z.string().min(1),
      url: z.url().nullable().default(null),
    })
    .nullable()
    .default(null),
  captchaSiteKey: z.string().min(1).nullable().default(null),
  /** SMS gateway: Twilio, or a server with Twilio's API. */
  sms: z
    .object({
      accountSid: z.string().min(1),
      authToken: z.string().min(1),
      /** Sender of SMS: a phone number or a Twilio messaging service (MG…). */
      from: z.string().min(1),
      url: z.url().default('https://api.twilio.com'),
    })
    .nullable()
    .default(null),
  hooks: z
    .object({
      /**
       * Database function (`schema.name`) that sends account emails, like Supabase's Send Email
       * hook. Null disables account emails.
       */
      sendEmail: hook(),
    })
    .prefault({}),
  /** Response times that could reveal an account are rounded up to a multiple of this time (ms). */
  answerBeat: z.number().int().positive().default(250),
  rateLimits: z.boolean().default(true),
  /**
   * Number of requests that each rate limit allows. `auth/guards/rate-limit-rules.ts` contains the
   * time windows.
   */
  limits: z
    .object({
      otp: allowed(30),
      verify: allowed(30),
      tokenRefresh: allowed(150),
      sso: allowed(30),
      anonymousUsers: allowed(30),
      emailSent: allowed(30),
      smsSent: allowed(30),
    })
    .prefault({}),
  /**
   * Limits on failed passwords, above which attempts are rejected (see
   * `sign-in/failed-attempts.ts`).
   */
  wrongPasswords: z
    .object({
      /**
       * Maximum failed passwords per account and hour from one trusted device or one client
       * network.
       */
      fromOnePlace: allowed(20),
      /** Maximum failed passwords per account and day from all untrusted devices together. */
      fromEverywhere: allowed(300),
    })
    .prefault({}),
  auditRetentionDays: z.number().int().positive().default(365),
})

export type AuthConfig = z.output<typeof authSchema>
