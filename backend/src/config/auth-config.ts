import { z } from 'zod'

const seconds = () => z.number().int().positive()
const allowed = (times: number) => z.number().int().positive().default(times)

/** An outside provider people sign in with. Presets know the addresses; any other names its issuer. */
const externalProviderSchema = z.object({
  clientId: z.string().min(1),
  /** Client ids of the same application elsewhere, whose ID tokens are taken as well. */
  otherClientIds: z.array(z.string()).default([]),
  clientSecret: z.string().default(''),
  /** Of an OpenID Connect provider; a preset's stand-in in tests. */
  issuer: z.url().nullable().default(null),
  /** Of a plain OAuth 2 provider without discovery. */
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
  /** How people are asked: 'Continue with …'. */
  label: z.string().nullable().default(null),
  /** Where the provider sends people back to; this service's own callback if not said. */
  redirectUri: z.url().nullable().default(null),
  /** Whether addresses count as verified by a provider that does not say so. */
  trustEmail: z.boolean().default(false),
  /** Whether people may sign in whose address the provider does not tell. */
  emailOptional: z.boolean().default(false),
  /** Whether ID tokens of apps are taken without comparing their nonce. */
  skipNonceCheck: z.boolean().default(false),
  /** Of an Apple developer whose `clientSecret` is the private key (PEM) that signs secrets. */
  appleKey: z
    .object({ teamId: z.string().min(1), keyId: z.string().min(1) })
    .nullable()
    .default(null),
})

export type ExternalProviderConfig = z.output<typeof externalProviderSchema>

/** A function of the database, 'schema.name'. */
const hook = () =>
  z
    .string()
    .regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/)
    .nullable()
    .default(null)

/** Settings of the accounts service. Every default is GoTrue's. */
export const authSchema = z.object({
  disableSignup: z.boolean().default(false),
  enableEmailAutoconfirm: z.boolean().default(true),
  enableAnonymous: z.boolean().default(true),
  enablePhone: z.boolean().default(false),
  enablePhoneAutoconfirm: z.boolean().default(false),
  /** Whether a signed-in person may link another identity. */
  enableManualLinking: z.boolean().default(false),
  /** A change of address is confirmed from the old address as well. */
  secureEmailChange: z.boolean().default(true),
  /** A new password asks for a code sent by mail, unless the sign-in is younger than a day. */
  secureNewPassword: z.boolean().default(false),
  /**
   * A new password asks for the current one, unless the sign-in was by a code; so does a new address
   * that counts at once.
   */
  requireCurrentPassword: z.boolean().default(false),
  /** Addresses besides the site's own that flows may lead back to; see redirects.ts. */
  redirectUrls: z.array(z.string()).default([]),
  /** Whether flows may lead back to any port of the reader's own machine, as GoTrue's do. */
  loopbackRedirects: z.boolean().default(true),
  /** What signs access tokens; HS256 with the JWT secret is verified in any case. */
  signingAlgorithm: z.enum(['ES256', 'HS256']).default('ES256'),
  /** Seconds an access token lives. */
  accessTokenLifetime: seconds().default(3600),
  /** Seconds within which a used refresh token may be presented again. */
  refreshTokenReuseInterval: z.number().int().nonnegative().default(10),
  /** Seconds after which a session ends whatever happens, and without use; null for never. */
  sessionTimebox: seconds().nullable().default(null),
  sessionInactivity: seconds().nullable().default(null),
  passwordMinLength: z.number().int().min(6).default(6),
  /** Groups of characters of which a password needs one each. */
  passwordCharacters: z.array(z.string().min(1)).default([]),
  refuseCommonPasswords: z.boolean().default(true),
  otp: z
    .object({
      digits: z.number().int().min(6).max(10).default(6),
      /** Seconds a code or link lives. */
      lifetime: seconds().max(86_400).default(3600),
      /** Wrong codes after which a code is void. */
      attempts: z.number().int().positive().default(5),
      /** Seconds between two mails of one kind to one address. */
      mailInterval: z.number().int().nonnegative().default(1),
      /** The same for texts to one number. */
      textInterval: z.number().int().nonnegative().default(1),
      /** Phone numbers (digits only) whose code is fixed and never sent; for tests and reviewers of app stores. */
      testCodes: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
    })
    .prefault({}),
  mfa: z
    .object({
      totp: z.boolean().default(true),
      phone: z.boolean().default(false),
      maxFactors: z.number().int().positive().default(10),
      /** Seconds a challenge lives. */
      challengeLifetime: seconds().default(300),
    })
    .prefault({}),
  external: z.record(z.string().regex(/^[a-z][a-z0-9_-]*$/), externalProviderSchema).default({}),
  saml: z
    .object({
      /** PEM of the key requests are signed with; null turns SAML off. */
      privateKey: z.string().nullable().default(null),
      /** Whether metadata may be fetched from this machine; for tests. */
      allowLoopback: z.boolean().default(false),
    })
    .prefault({}),
  captcha: z
    .object({
      provider: z.enum(['hcaptcha', 'turnstile']),
      secret: z.string().min(1),
      /** Of a stand-in. */
      url: z.url().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** What the site shows the captcha with; anybody may know it. */
  captchaSiteKey: z.string().min(1).nullable().default(null),
  /** Twilio, or what speaks as it does. */
  sms: z
    .object({
      accountSid: z.string().min(1),
      authToken: z.string().min(1),
      /** A number, or a messaging service (MG…). */
      from: z.string().min(1),
      url: z.url().default('https://api.twilio.com'),
    })
    .nullable()
    .default(null),
  hooks: z
    .object({
      /** Takes the mails of the service, as Supabase's Send Email hook does; null sends none. */
      sendEmail: hook(),
    })
    .prefault({}),
  /** Milliseconds on whose multiples calls answer that must not tell by time who has an account. */
  answerBeat: z.number().int().positive().default(250),
  /** False switches off the allowances of callers and accounts; only for measurements. */
  rateLimits: z.boolean().default(true),
  /** How much they allow, by GoTrue's names; `guards/policy.ts` says of what, and in which time. */
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
  /** Wrong passwords for one account after which tries are refused; see `guards/password-guesses.ts`. */
  wrongPasswords: z
    .object({
      /** In an hour, from one browser or address. */
      fromOnePlace: allowed(20),
      /** In a day, from wherever the account is not known. */
      fromEverywhere: allowed(300),
    })
    .prefault({}),
  /** Days the log of security events is kept. */
  auditRetentionDays: z.number().int().positive().default(365),
})

export type AuthConfig = z.output<typeof authSchema>
