import type { AuthConfig } from '#backend/config/auth-config.ts'
import type { RequestFacts } from './request-facts.ts'

const fiveMinutes = 300

const hour = 3600

type Condition = (facts: RequestFacts, auth: AuthConfig) => boolean

const hasName: Condition = ({ account }) => account !== null
const hasNoName: Condition = ({ account }) => account === null
const isText: Condition = ({ isPhone }) => isPhone
const isMail: Condition = ({ account, isPhone }) => account !== null && !isPhone
const mailsCode: Condition = (facts, auth) => isMail(facts, auth) && !auth.enableEmailAutoconfirm

export type RateLimitRule = {
  call: `${'GET' | 'POST' | 'PUT'} /${string}`
  /** Counts requests per client network, or per email or phone in the request body. */
  by: 'caller' | 'account'
  limit: keyof AuthConfig['limits']
  seconds: number
  /** Counts only requests that satisfy this condition. Without a condition, counts all requests. */
  when?: Condition
}

/**
 * Rate limits of endpoints, named after GoTrue's settings. Every rule that applies to a request
 * must allow it. README.md lists the limits that are checked elsewhere.
 */
export const rateLimitRules: readonly RateLimitRule[] = [
  { call: 'POST /signup', by: 'caller', limit: 'otp', seconds: fiveMinutes, when: hasName },
  { call: 'POST /signup', by: 'caller', limit: 'anonymousUsers', seconds: hour, when: hasNoName },
  { call: 'POST /otp', by: 'caller', limit: 'otp', seconds: fiveMinutes },
  { call: 'POST /magiclink', by: 'caller', limit: 'otp', seconds: fiveMinutes },
  { call: 'POST /recover', by: 'caller', limit: 'otp', seconds: fiveMinutes },
  { call: 'POST /resend', by: 'caller', limit: 'otp', seconds: fiveMinutes },

  // Limits how many emails and SMS are sent, per client and per recipient.
  ...(['caller', 'account'] as const).flatMap((by): RateLimitRule[] => [
    { call: 'POST /signup', by, limit: 'emailSent', seconds: hour, when: mailsCode },
    { call: 'POST /otp', by, limit: 'emailSent', seconds: hour, when: isMail },
    { call: 'POST /magiclink', by, limit: 'emailSent', seconds: hour, when: isMail },
    { call: 'POST /recover', by, limit: 'emailSent', seconds: hour },
    { call: 'POST /resend', by, limit: 'emailSent', seconds: hour, when: isMail },
    { call: 'POST /signup', by, limit: 'smsSent', seconds: hour, when: isText },
    { call: 'POST /otp', by, limit: 'smsSent', seconds: hour, when: isText },
    { call: 'POST /magiclink', by, limit: 'smsSent', seconds: hour, when: isText },
    { call: 'POST /resend', by, limit: 'smsSent', seconds: hour, when: isText },
  ]),

  // Anonymous users can call PUT /user, which writes an audit log entry and may send an SMS.
  { call: 'PUT /user', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'GET /reauthenticate', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'POST /factors', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  {
    call: 'GET /user/identities/authorize',
    by: 'caller',
    limit: 'tokenRefresh',
    seconds: fiveMinutes,
  },
  { call: 'PUT /user', by: 'caller', limit: 'smsSent', seconds: hour, when: isText },

  { call: 'POST /verify', by: 'caller', limit: 'verify', seconds: fiveMinutes },
  { call: 'GET /verify', by: 'caller', limit: 'verify', seconds: fiveMinutes },
  { call: 'POST /verify', by: 'account', limit: 'verify', seconds: fiveMinutes },

  ...['password', 'refresh_token', 'pkce', 'id_token'].map((grant): RateLimitRule => {
    const when = (facts: RequestFacts) => facts.grant === grant
    return { call: 'POST /token', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes, when }
  }),

  { call: 'GET /authorize', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'GET /callback', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'POST /callback', by: 'caller', limit: 'tokenRefresh', seconds: fiveMinutes },
  { call: 'POST /sso', by: 'caller', limit: 'sso', seconds: fiveMinutes },
  { call: 'POST /sso/saml/acs', by: 'caller', limit: 'sso', seconds: fiveMinutes },
  { call: 'GET /sso/saml/metadata', by: 'caller', limit: 'sso', seconds: fiveMinutes },
]
