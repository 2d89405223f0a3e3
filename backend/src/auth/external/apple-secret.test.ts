import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { parseConfig } from '#backend/config/config.ts'
import { appleClientSecret } from './exchange.ts'
import { findProvider } from './providers.ts'

const appleWith = (settings: object) =>
  findProvider(
    parseConfig({
      databaseUrl: 'postgres://localhost',
      siteUrl: 'http://localhost',
      jwtSecret: '-'.repeat(32),
      anonKey: '-',
      serviceRoleKey: '-',
      storageDir: '-',
      auth: { external: { apple: { clientId: 'app.example.web', ...settings } } },
    }).auth,
    'apple',
  )

test("appleClientSecret returns a client secret signed with the developer's key and valid for five minutes", async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const apple = appleWith({
    clientSecret: await exportPKCS8(privateKey),
    appleKey: { teamId: 'TEAM', keyId: 'KEY' },
  })
  const { client_secret: secret } = await appleClientSecret(apple)
  const { payload, protectedHeader } = await jwtVerify(secret!, publicKey, {
    issuer: 'TEAM',
    subject: 'app.example.web',
    audience: 'https://appleid.apple.com',
  })
  expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'KEY' })
  expect(payload.exp! - payload.iat!).toBe(300)
})

test('appleClientSecret returns no client secret without an Apple key', async () => {
  expect(await appleClientSecret(appleWith({ clientSecret: 'ey.signed.already' }))).toEqual({})
})
