import type { AuthConfig } from '#backend/config/auth-config.ts'
import type { RequestFacts } from './request-facts.ts'

const fiveMinutes = 300

const hour = 3600

/** So much of something one caller, or what is said of one account, may ask for. */
export type RateLimitRule = {
  /** Method and path, as the service has them. */
  call: `${'GET' | 'POST' | 'PUT'} /${string}`
  /** Callers are counted by their address; accounts by e-mail address or number, whether or not there is one. */
  by: 'caller' | 'account'
  limit: keyof AuthConfig['limits']
  seconds: number
  /** Which of the calls are counted; all of them if not said. */
  when?: (facts: RequestFacts, auth: AuthConfig) => boolean
  /** Whether the refusal speaks of mails and texts rather than of requests. */
  sends?: true
}

/**
 * How often who may ask for what without being signed in to an account. Each line has an allowance of its own, under
 * a setting by GoTrue's name, and a request needs all that it falls under. Not here: guesses of
 * passwords (`password-guesses.ts`), wrong codes (each code counts its own), second factors
 * (`factors/attempts.ts`), texts of the signed-in
 * (`spendCallersText`), and what anybody may read as often as they like: health, settings, keys.
 */
export const rateLimitRules: readonly RateLimitRule[] = [
  // Accounts, and ways in by mail or text.
  { call: 'POST /signup', by: 'caller', limit: 'otp', seconds: fiveMinutes, when: hasName },
  { call: 'POST /signup', by: 'caller', limit: 'anonymousUsers', seconds: hour, when: hasNoName },
  { call: 'POST /otp', by: 'caller', limit: 'otp', seconds: fiveMinutes },
  { call: 'POST /magiclink', by: 'caller', limit: 'otp', seconds: fiveMinutes },
  { call: 'POST /recover', by: 'caller', limit: 'otp', seconds: fiveMinutes },
  { call: 'POST /resend', by: 'caller', limit: 'otp', seconds: fiveMinutes },

  // What they send: no caller fills mailboxes, and no mailbox is filled by many callers.
  ...(['caller', 'account'] as const).flatMap((by): RateLimitRule[] => [
    { call: 'POST /signup', by, limit: 'emailSent', seconds: hour, when: mailsCode, sends: true },
    { call: 'POST /otp', by, limit: 'emailSent', seconds: hour, when: isMail, sends: true },
    { call: 'POST /magiclink', by, limit: 'emailSent', seconds: hour, when: isMail, sends: true },
    { call: 'POST /recover', by, limit: 'emailSent', seconds: hour, sends: true },
    { call: 'POST /resend', by, limit: 'emailSent', seconds: hour, when: isMail, sends: true },
    { call: 'POST /signup', by, limit: 'smsSent', seconds: hour, when: isText, sends: true },
    { call: 'POST /otp', by, limit: 'smsSent', seconds: hour, when: isText, sends: true },
    { call: 'POST /magiclink', by, limit: 'smsSent', seconds: hour, when: isText, sends: true },
    { call: 'POST /resend', by, limit: 'smsSent', seconds: hour, when: isText, sends: true },
  ]),

  // What a guest may do as well, who is signed in to nothing: each time is written down, and a text
  // to a number of theirs costs as much as any.
  { call: 'PUT /user', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'GET /reauthenticate', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'POST /factors', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  {
    call: 'GET /user/identities/authorize',
    by: 'caller',
    limit: 'tokenRefresh',
    seconds: fiveMinutes,
  },
  { call: 'PUT /user', by: 'caller', limit: 'smsSent', seconds: hour, when: isText, sends: true },

  // Codes and links that come back.
  { call: 'POST /verify', by: 'caller', limit: 'verify', seconds: fiveMinutes },
  { call: 'GET /verify', by: 'caller', limit: 'verify', seconds: fiveMinutes },
  { call: 'POST /verify', by: 'account', limit: 'verify', seconds: fiveMinutes },

  // Sessions, each kind of proof by itself.
  ...['password', 'refresh_token', 'pkce', 'id_token'].map((grant): RateLimitRule => {
    const when = (facts: RequestFacts) => facts.grant === grant
    return { call: 'POST /token', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes, when }
  }),

  // Other people's sign-in pages, there and back.
  { call: 'GET /authorize', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'GET /callback', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'POST /callback', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'POST /sso', by: 'caller', limit: 'sso', seconds: fiveMinutes },
  { call: 'POST /sso/saml/acs', by: 'caller', limit: 'sso', seconds: fiveMinutes },
  { call: 'GET /sso/saml/metadata', by: 'caller', limit: 'sso', seconds: fiveMinutes },
]

function hasName(facts: RequestFacts): boolean {
  return facts.account !== null
}

function hasNoName(facts: RequestFacts): boolean {
  return facts.account === null
}

function isText(facts: RequestFacts): boolean {
  return facts.isPhone
}

function isMail(facts: RequestFacts): boolean {
  return facts.account !== null && !facts.isPhone
}

function mailsCode(facts: RequestFacts, auth: AuthConfig): boolean {
  return isMail(facts) && !auth.enableEmailAutoconfirm
}
