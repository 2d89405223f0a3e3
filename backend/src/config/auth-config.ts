import { z } from 'zod'

const seconds = () => z.number().int().positive()
const allowed = (times: number) => z.number().int().positive().default(times)

/**
 * Settings of an external identity provider. Presets supply the endpoints; custom providers set
 * `issuer`.
 */
const externalProviderSchema = z.object({
  clientId: z.string().min(1),
  /**
   * Client ids of this application on other platforms (iOS, Android), whose ID tokens are also
   * accepted.
   */
  otherClientIds: z.array(z.string()).default([]),
  clientSecret: z.string().default(''),
  /**
   * Issuer URL of an OpenID Connect provider; tests use it to point a preset to a fake provider.
   */
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
  /** Name of the identity provider on the button 'Continue with …'. */
  label: z.string().nullable().default(null),
  /** Redirect URI registered with the identity provider; by default this server's callback. */
  redirectUri: z.url().nullable().default(null),
  /** Whether to treat emails as verified if the identity provider sends no email_verified claim. */
  trustEmail: z.boolean().default(false),
  /** Whether users may sign in when the identity provider sends no email. */
  emailOptional: z.boolean().default(false),
  /** Whether to accept ID tokens without comparing their nonce claim. */
  skipNonceCheck: z.boolean().default(false),
  /**
   * Apple key id and team id; `clientSecret` is then the private key (PEM) that signs client
   * secrets.
   */
  appleKey: z
    .object({ teamId: z.string().min(1), keyId: z.string().min(1) })
    .nullable()
    .default(null),
})

export type ExternalProviderConfig = z.output<typeof externalProviderSchema>

/** Name of a database function, in the form 'schema.name'. */
const hook = () =>
  z
    .string()
    .regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/)
    .nullable()
    .default(null)

/** Settings of the auth service. Default values are GoTrue's. */
export const authSchema = z.object({
  disableSignup: z.boolean().default(false),
  enableEmailAutoconfirm: z.boolean().default(true),
  enableAnonymous: z.boolean().default(true),
  enablePhone: z.boolean().default(false),
  enablePhoneAutoconfirm: z.boolean().default(false),
  /** Whether a signed-in user may link another identity. */
  enableManualLinking: z.boolean().default(false),
  /** Whether an email change must be confirmed from both the old and the new address. */
  secureEmailChange: z.boolean().default(true),
  /**
   * Whether a password change requires an emailed code, unless the user signed in within 24 hours.
   */
  secureNewPassword: z.boolean().default(false),
  /**
   * Whether a password change requires the current password, unless the user signed in with a code.
   * An email change without confirmation then requires the current password as well.
   */
  requireCurrentPassword: z.boolean().default(false),
  /**
   * Allowed redirect URLs in addition to the site URL; `auth/core/redirects.ts` documents the
   * patterns.
   */
  redirectUrls: z.array(z.string()).default([]),
  /** Whether redirects to any port of localhost are allowed, as in GoTrue. */
  loopbackRedirects: z.boolean().default(true),
  /** Algorithm that signs access tokens; tokens signed with HS256 are always accepted. */
  signingAlgorithm: z.enum(['ES256', 'HS256']).default('ES256'),
  /** Lifetime of an access token in seconds. */
  accessTokenLifetime: seconds().default(3600),
  /** Seconds during which an already used refresh token is still accepted. */
  refreshTokenReuseInterval: z.number().int().nonnegative().default(10),
  /** Maximum session age and maximum idle time in seconds; null for no limit. */
  sessionTimebox: seconds().nullable().default(null),
  sessionInactivity: seconds().nullable().default(null),
  passwordMinLength: z.number().int().min(6).default(6),
  /** Sets of characters; a password needs at least one character from each set. */
  passwordCharacters: z.array(z.string().min(1)).default([]),
  refuseCommonPasswords: z.boolean().default(true),
  otp: z
    .object({
      digits: z.number().int().min(6).max(10).default(6),
      /** Lifetime of an emailed code or link in seconds. */
      lifetime: seconds().max(86_400).default(3600),
      /** Number of failed attempts after which a code becomes invalid. */
      attempts: z.number().int().positive().default(5),
      /** Minimum seconds between two emails of one kind to one address. */
      mailInterval: z.number().int().nonnegative().default(1),
      /** Minimum seconds between two text messages to one phone number. */
      textInterval: z.number().int().nonnegative().default(1),
      /**
       * Fixed sign-in codes by phone number (digits only), never sent; for tests and app store
       * reviews.
       */
      testCodes: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
    })
    .prefault({}),
  mfa: z
    .object({
      totp: z.boolean().default(true),
      phone: z.boolean().default(false),
      maxFactors: z.number().int().positive().default(10),
      /** Lifetime of an MFA challenge in seconds. */
      challengeLifetime: seconds().default(300),
    })
    .prefault({}),
  external: z.record(z.string().regex(/^[a-z][a-z0-9_-]*$/), externalProviderSchema).default({}),
  saml: z
    .object({
      /** Private key (PEM) that signs SAML requests; null disables SAML. */
      privateKey: z.string().nullable().default(null),
      /** Whether SAML metadata may be fetched from loopback addresses; for tests. */
      allowLoopback: z.boolean().default(false),
    })
    .prefault({}),
  captcha: z
    .object({
      provider: z.enum(['hcaptcha', 'turnstile']),
      secret: z.string().min(1),
      /** URL of a fake CAPTCHA provider, for tests. */
      url: z.url().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Public site key with which the page renders the CAPTCHA. */
  captchaSiteKey: z.string().min(1).nullable().default(null),
  /** SMS gateway: Twilio, or a server with Twilio's API. */
  sms: z
    .object({
      accountSid: z.string().min(1),
      authToken: z.string().min(1),
      /** Sender of text messages: a phone number or a Twilio messaging service (MG…). */
      from: z.string().min(1),
      url: z.url().default('https://api.twilio.com'),
    })
    .nullable()
    .default(null),
  hooks: z
    .object({
      /** Sends account emails, like Supabase's Send Email hook; null disables account emails. */
      sendEmail: hook(),
    })
    .prefault({}),
  /**
   * Responses whose timing could reveal accounts are delayed to a multiple of this number of
   * milliseconds.
   */
  answerBeat: z.number().int().positive().default(250),
  /** Whether rate limits apply; benchmarks disable them. */
  rateLimits: z.boolean().default(true),
  /**
   * Rate limits, under GoTrue's names; `auth/guards/rate-limit-rules.ts` defines their time
   * windows.
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
   * Maximum failed passwords per account before attempts are rejected; see
   * `auth/sign-in/failed-attempts.ts`.
   */
  wrongPasswords: z
    .object({
      /** Maximum failed passwords per hour from one browser or IP address. */
      fromOnePlace: allowed(20),
      /** Maximum failed passwords per day from all untrusted devices. */
      fromEverywhere: allowed(300),
    })
    .prefault({}),
  /** Retention of the security event log in days. */
  auditRetentionDays: z.number().int().positive().default(365),
})

export type AuthConfig = z.output<typeof authSchema>
