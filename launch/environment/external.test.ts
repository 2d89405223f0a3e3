import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { externalSettings, samlSettings } from './external.ts'

const settings = (variables: Record<string, string>) => externalSettings(readEnvironment(variables))

test('an external provider with credentials stays disabled until its ENABLED variable is set', () => {
  expect(settings({ EXTERNAL_GOOGLE_CLIENT_ID: 'x', EXTERNAL_GOOGLE_SECRET: 'y' })).toEqual({})
})

test('externalSettings returns the web and mobile client IDs and the secret of an enabled provider', () => {
  const google = {
    EXTERNAL_GOOGLE_ENABLED: 'true',
    EXTERNAL_GOOGLE_CLIENT_ID: 'web, phone',
    EXTERNAL_GOOGLE_SECRET: 'secret',
  }
  expect(settings(google)).toMatchObject({
    google: { clientId: 'web', otherClientIds: ['phone'], clientSecret: 'secret' },
  })
})

test.each([
  [{ EXTERNAL_GITHUB_ENABLED: 'true' }, 'EXTERNAL_GITHUB_CLIENT_ID'],
  [
    { EXTERNAL_GITHUB_ENABLED: 'true', EXTERNAL_GITHUB_CLIENT_ID: 'x' },
    'EXTERNAL_GITHUB_SECRET is missing: EXTERNAL_GITHUB_ENABLED requires it.',
  ],
  [
    {
      EXTERNAL_OIDC_ENABLED: 'true',
      EXTERNAL_OIDC_CLIENT_ID: 'x',
      EXTERNAL_OIDC_SECRET: 'y',
    },
    'EXTERNAL_OIDC_URL is missing: EXTERNAL_OIDC_ENABLED requires it.',
  ],
  [
    {
      EXTERNAL_APPLE_ENABLED: 'true',
      EXTERNAL_APPLE_CLIENT_ID: 'x',
      EXTERNAL_APPLE_SECRET: '-----BEGIN PRIVATE KEY-----\\nx',
    },
    'EXTERNAL_APPLE_TEAM_ID is missing: EXTERNAL_APPLE_SECRET requires it.',
  ],
])(
  'externalSettings rejects %j with an error that names the missing variable',
  (variables, message) => {
    expect(() => settings(variables as Record<string, string>)).toThrow(message)
  },
)

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test('samlSettings keeps SAML disabled unless SAML_ENABLED is set', () => {
  expect(samlSettings({ SAML_PRIVATE_KEY: pem })).toEqual({ privateKey: null })
})

test('SAML_PRIVATE_KEY accepts PEM, PEM with escaped line breaks, and base64 of PKCS#1 and PKCS#8', () => {
  for (const SAML_PRIVATE_KEY of [
    pem,
    pem.replaceAll('\n', '\\n'),
    privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  ]) {
    expect(samlSettings({ SAML_ENABLED: true, SAML_PRIVATE_KEY })).toEqual({ privateKey: pem })
  }
})

test('samlSettings rejects a SAML key that is missing, malformed, too short or not RSA', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const asPem = (key: typeof weak) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => samlSettings({ SAML_ENABLED: true })).toThrow('SAML_PRIVATE_KEY is missing')
  for (const SAML_PRIVATE_KEY of ['hello', asPem(weak), asPem(ec)]) {
    expect(() => samlSettings({ SAML_ENABLED: true, SAML_PRIVATE_KEY })).toThrow('not an RSA key')
  }
})
