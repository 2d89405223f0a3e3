import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#backend/auth/auth.ts'
import { parseConfig } from '#backend/config/config.ts'
import { createContext } from '#backend/context.ts'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import { testFilesIn } from '../test-files.ts'
import { ask } from './person-with-factor.ts'

/** Every endpoint, and the test files (without `.test.ts`) that cover its success, refusals and abuse. */
const ledger: Record<string, readonly string[]> = {
  'GET /health': ['settings'],
  'GET /settings': ['settings'],
  'GET /.well-known/jwks.json': ['tokens'],
  'POST /signup': [
    'sign-up',
    'sign-up-by-mail',
    'otp',
    'rate-limits',
    'enumeration',
    'captcha',
    'anonymous',
  ],
  'POST /token': [
    'sign-in',
    'rate-limits',
    'enumeration',
    'captcha',
    'guessing',
    'refresh',
    'sweep-tokens',
    'audit',
    'pkce',
    'lock-order',
    'id-token',
    'put-out',
  ],
  'POST /otp': ['otp', 'rate-limits', 'enumeration', 'captcha'],
  'POST /magiclink': ['otp', 'rate-limits', 'enumeration', 'captcha', 'verify-links'],
  'POST /recover': ['recover', 'rate-limits', 'enumeration', 'captcha'],
  'POST /resend': ['resend', 'rate-limits', 'enumeration', 'captcha', 'overtaken'],
  'GET /verify': ['verify-links', 'rate-limits'],
  'POST /verify': ['verify', 'first-proof', 'rate-limits', 'enumeration', 'pending-changes'],
  'GET /user': ['user'],
  'PUT /user': [
    'user',
    'update-user',
    'change-identifier',
    'new-password',
    'overtaken',
    'reauthenticate',
  ],
  'GET /reauthenticate': ['reauthenticate'],
  'POST /logout': ['logout', 'new-password', 'pending-changes', 'lock-order'],
  'GET /authorize': ['authorize', 'rate-limits'],
  'GET /callback': [
    'callback',
    'link-by-address',
    'callback-refusals',
    'rate-limits',
    'overtaken',
    'put-out',
  ],
  'POST /callback': ['callback', 'rate-limits'],
  'GET /user/identities/authorize': ['identities', 'put-out'],
  'DELETE /user/identities/:id': ['identities'],
  'POST /sso': ['sso', 'rate-limits', 'captcha'],
  'GET /sso/saml/metadata': ['sso'],
  'POST /sso/saml/acs': ['saml-acs', 'rate-limits', 'saml-signatures', 'saml-strays'],
  'POST /factors': ['factors', 'phone-factor'],
  'POST /factors/:id/challenge': ['challenge', 'phone-factor'],
  'POST /factors/:id/verify': ['factor-verify', 'factors', 'pending-changes'],
  'DELETE /factors/:id': ['unenroll', 'overtaken'],
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
  'DELETE /admin/sso/providers/:id': ['saml-admin', 'removed-company'],
}

/** How tests call an endpoint where they do not write its path: through a method of auth-js. */
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
  'GET /admin/sso/providers': 'askAdmin',
  'POST /admin/sso/providers': 'askAdmin',
  'GET /admin/sso/providers/:id': 'askAdmin',
  'PUT /admin/sso/providers/:id': 'askAdmin',
  'DELETE /admin/sso/providers/:id': 'askAdmin',
  'DELETE /user/identities/:id': 'unlinkIdentity',
}

/** Endpoints of @supabase/auth-js that respond 404 here, each with the reason. */
const unsupported: Record<string, string> = {
  '/admin/oauth/clients': 'this server is no OAuth server for applications of others',
  '/admin/oauth/clients/x': 'as above',
  '/admin/oauth/clients/x/regenerate_secret': 'as above',
  '/oauth/authorizations/x': 'as above',
  '/user/oauth/grants': 'as above',
  '/admin/custom-providers': 'providers are set in the configuration, where their secrets are',
  '/admin/custom-providers/x': 'as above',
  '/admin/users/x/passkeys': 'second factors are apps and telephones; passkeys are not offered',
  '/passkeys': 'as above',
}

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

test('the ledger lists every endpoint of the router and no other', () => {
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

test.each(Object.entries(ledger))('%s is called in the test files %j', (endpoint, files) => {
  const [, path = ''] = endpoint.split(' ')
  const inUrl = path.replaceAll(/:\w+/g, '[^/\\s]+').replaceAll('.', '\\.')
  const call = new RegExp([inUrl, clientCalls[endpoint]].filter(Boolean).join('|'))
  const sources = testFilesIn(new URL('.', import.meta.url))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !call.test(sources.get(file) ?? ''))).toEqual([])
})

test.runIf(isOwnTarget).each(Object.entries(unsupported))(
  '%s responds 404 to every method: %s',
  async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await ask(target, target.serviceRoleKey, method, path)
      expect([method, answer.status]).toEqual([method, 404])
    }
  },
)
