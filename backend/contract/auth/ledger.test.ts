import { expect, test } from 'vitest'
import { createAuth } from '#backend/auth/auth.ts'
import { parseConfig } from '#backend/config/config.ts'
import { createContext } from '#backend/context.ts'
import { isOwnTarget, useTarget } from '../target.ts'
import { testFilesIn } from '../test-files.ts'
import { ask } from './user-with-factor.ts'

/**
 * Every auth endpoint, with the test files (without `.test.ts`) that cover its successful
 * requests, its rejected requests and attacks on it.
 */
const ledger: Record<string, readonly string[]> = {
  'GET /health': ['settings'],
  'GET /settings': ['settings'],
  'GET /.well-known/jwks.json': ['tokens'],
  'POST /signup': [
    'sign-up',
    'sign-up-confirmation',
    'otp',
    'rate-limits',
    'account-enumeration',
    'captcha',
    'anonymous',
  ],
  'POST /token': [
    'sign-in',
    'rate-limits',
    'account-enumeration',
    'captcha',
    'failed-sign-ins',
    'refresh',
    'token-cleanup',
    'audit',
    'pkce',
    'lock-order',
    'id-token',
    'revoked-sessions',
  ],
  'POST /otp': ['otp', 'rate-limits', 'account-enumeration', 'captcha'],
  'POST /magiclink': ['otp', 'rate-limits', 'account-enumeration', 'captcha', 'verify-links'],
  'POST /recover': ['recover', 'rate-limits', 'account-enumeration', 'captcha'],
  'POST /resend': [
    'resend',
    'rate-limits',
    'account-enumeration',
    'captcha',
    'concurrent-requests',
  ],
  'GET /verify': ['verify-links', 'rate-limits'],
  'POST /verify': [
    'verify',
    'unverified-credentials',
    'rate-limits',
    'account-enumeration',
    'pending-changes',
  ],
  'GET /user': ['user'],
  'PUT /user': [
    'user',
    'update-user',
    'change-identifier',
    'new-password',
    'concurrent-requests',
    'reauthenticate',
  ],
  'GET /reauthenticate': ['reauthenticate'],
  'POST /logout': ['logout', 'new-password', 'pending-changes', 'lock-order'],
  'GET /authorize': ['authorize', 'rate-limits'],
  'GET /callback': [
    'callback',
    'link-by-email',
    'callback-refusals',
    'rate-limits',
    'concurrent-requests',
    'revoked-sessions',
  ],
  'POST /callback': ['callback', 'rate-limits'],
  'GET /user/identities/authorize': ['identities', 'revoked-sessions'],
  'DELETE /user/identities/:id': ['identities'],
  'POST /sso': ['sso', 'rate-limits', 'captcha'],
  'GET /sso/saml/metadata': ['sso'],
  'POST /sso/saml/acs': ['saml-acs', 'rate-limits', 'saml-signatures', 'saml-unsolicited'],
  'POST /factors': ['factors', 'phone-factor'],
  'POST /factors/:id/challenge': ['challenge', 'phone-factor'],
  'POST /factors/:id/verify': ['factor-verify', 'factors', 'pending-changes'],
  'DELETE /factors/:id': ['unenroll', 'concurrent-requests'],
  'GET /factors/recovery-codes': ['recovery-codes'],
  'POST /factors/recovery-codes': ['recovery-codes'],
  'POST /factors/recovery': ['recovery-codes', 'pending-changes'],
  'POST /invite': ['invite'],
  'POST /admin/generate_link': ['generate-link'],
  'GET /admin/users': ['admin-update-user'],
  'POST /admin/users': ['admin-create-user'],
  'GET /admin/users/:id': ['admin-update-user'],
  'PUT /admin/users/:id': ['admin-update-user'],
  'DELETE /admin/users/:id': ['admin-delete-user'],
  'GET /admin/users/:id/factors': ['admin-factors'],
  'DELETE /admin/users/:id/factors/:factorId': ['admin-factors'],
  'GET /admin/sso/providers': ['saml-admin'],
  'POST /admin/sso/providers': ['saml-admin'],
  'GET /admin/sso/providers/:id': ['saml-admin'],
  'PUT /admin/sso/providers/:id': ['saml-admin'],
  'DELETE /admin/sso/providers/:id': ['saml-admin', 'removed-sso-provider'],
}

/**
 * Tests may call an endpoint through an auth-js method or a helper, without its path. These
 * patterns find such calls.
 */
const clientCalls: Record<string, string> = {
  'GET /authorize': 'signInWithOAuth',
  'POST /callback': 'arrive\\(',
  'GET /callback': 'arrive\\(|navigate\\(',
  'POST /logout': 'signOut',
  'GET /user': 'getUser',
  'PUT /user': 'updateUser',
  'POST /factors/:id/challenge': 'mfa.challenge',
  'POST /factors/:id/verify': 'mfa.verify|challengeAndVerify',
  'DELETE /factors/:id': 'mfa.unenroll',
  'GET /admin/users': 'listUsers',
  'POST /admin/users': 'admin.createUser',
  'GET /admin/users/:id': 'getUserById',
  'PUT /admin/users/:id': 'updateUserById',
  'DELETE /admin/users/:id': 'admin.deleteUser',
  'GET /admin/users/:id/factors': 'mfa.listFactors',
  'DELETE /admin/users/:id/factors/:factorId': 'deleteFactor',
  'GET /admin/sso/providers': 'requestAsAdmin',
  'POST /admin/sso/providers': 'requestAsAdmin',
  'GET /admin/sso/providers/:id': 'requestAsAdmin',
  'PUT /admin/sso/providers/:id': 'requestAsAdmin',
  'DELETE /admin/sso/providers/:id': 'requestAsAdmin',
  'DELETE /user/identities/:id': 'unlinkIdentity',
}

/**
 * Endpoints that @supabase/auth-js calls but this service does not implement (404), with reasons.
 */
const unsupported: Record<string, string> = {
  '/admin/oauth/clients': 'the server is not an OAuth authorization server',
  '/admin/oauth/clients/x': 'the server is not an OAuth authorization server',
  '/admin/oauth/clients/x/regenerate_secret': 'the server is not an OAuth authorization server',
  '/oauth/authorizations/x': 'the server is not an OAuth authorization server',
  '/user/oauth/grants': 'the server is not an OAuth authorization server',
  '/admin/custom-providers': 'identity providers are set in the configuration',
  '/admin/custom-providers/x': 'identity providers are set in the configuration',
  '/admin/users/x/passkeys': 'passkeys are not supported',
  '/passkeys': 'passkeys are not supported',
}

const target = useTarget()

test('ledger.test.ts lists exactly the endpoints of the auth router', () => {
  const config = parseConfig({
    databaseUrl: 'postgres://localhost',
    siteUrl: 'http://localhost',
    jwtSecret: '-'.repeat(32),
    anonKey: '-',
    serviceRoleKey: '-',
    storageDir: '-',
  })
  const endpoints = createAuth(createContext(config))
    .routes.filter(({ method, path }) => method !== 'ALL' && path !== '*' && path !== '/*')
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(ledger).toSorted()).toEqual([...new Set(endpoints)].toSorted())
})

test.each(Object.entries(ledger))(
  'the endpoint %s is called in the test files %j',
  (endpoint, files) => {
    const [, path = ''] = endpoint.split(' ')
    const inUrl = path.replaceAll(/:\w+/g, '[^/\\s]+').replaceAll('.', '\\.')
    const call = new RegExp([inUrl, clientCalls[endpoint]].filter(Boolean).join('|'))
    const sources = testFilesIn(new URL('.', import.meta.url))
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !call.test(sources.get(file) ?? ''))).toEqual([])
  },
)

test.runIf(isOwnTarget).each(Object.entries(unsupported))(
  '%s responds 404 to GET, POST, PUT and DELETE, because %s',
  async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await ask(target, target.serviceRoleKey, method, path)
      expect([method, answer.status]).toEqual([method, 404])
    }
  },
)
