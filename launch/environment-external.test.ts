import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { externalSettings } from './environment-external.ts'

const settings = (variables: Record<string, string>) => externalSettings(readEnvironment(variables))

test('nobody signs in from elsewhere unless that is enabled', () => {
  expect(settings({ EXTERNAL_GOOGLE_CLIENT_ID: 'x', EXTERNAL_GOOGLE_SECRET: 'y' })).toEqual({})
})

test('a provider takes its client id, further ones of apps, and its secret', () => {
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
    'EXTERNAL_GITHUB_SECRET is missing: it goes with EXTERNAL_GITHUB_ENABLED.',
  ],
  [
    {
      EXTERNAL_OIDC_ENABLED: 'true',
      EXTERNAL_OIDC_CLIENT_ID: 'x',
      EXTERNAL_OIDC_SECRET: 'y',
    },
    'EXTERNAL_OIDC_URL is missing: it goes with EXTERNAL_OIDC_ENABLED.',
  ],
  [
    {
      EXTERNAL_APPLE_ENABLED: 'true',
      EXTERNAL_APPLE_CLIENT_ID: 'x',
      EXTERNAL_APPLE_SECRET: '-----BEGIN PRIVATE KEY-----\\nx',
    },
    'EXTERNAL_APPLE_TEAM_ID is missing: it goes with EXTERNAL_APPLE_SECRET.',
  ],
])('what is missing is named: %j', (variables, message) => {
  expect(() => settings(variables as Record<string, string>)).toThrow(message)
})
