import { expect, test } from 'vitest'
import { chooseKeys, servicesOptions } from './config.ts'
import { readEnvironment } from './environment/environment.ts'
import { generateKeys, signApiKeys } from './keys.ts'
import { noMonitoring } from './monitoring.ts'
import { runFolder } from './testing/run.ts'

const random = 'a1'.repeat(12)
const production = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: `sk_live_51${random}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_51${random}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${random}`,
  SMTP_HOST: 'mail.example.com',
  SMTP_PORT: '587',
  SMTP_USER: 'hourspace',
  SMTP_PASS: 'secret',
  SMTP_ADMIN_EMAIL: 'hello@example.com',
}

test('new accounts must confirm their email by default in production, but not in backend mode or where fake services may run', async () => {
  const keys = await generateKeys()
  const autoconfirm = (variables: NodeJS.ProcessEnv, mode: 'product' | 'backend' = 'product') => {
    const settings = { mode, environment: readEnvironment(variables), keys }
    return servicesOptions(settings, noMonitoring).backend?.auth?.enableEmailAutoconfirm
  }
  expect(autoconfirm(production)).toBe(false)
  expect(autoconfirm({ ...production, ENABLE_EMAIL_AUTOCONFIRM: 'true' })).toBe(true)
  // If the option is undefined, `enable_confirmations` of supabase/config.toml applies. Its value
  // `false` confirms new users automatically.
  expect(autoconfirm({})).toBeUndefined()
  expect(autoconfirm({ ...production }, 'backend')).toBeUndefined()
})

test('the server refuses to start with an API key signed with another JWT secret, unless ACCEPTED_JWT_SECRETS contains that secret', async () => {
  const JWT_SECRET = 'a JWT secret that is set on every machine'
  const HOURSPACE_DATA_DIR = `${runFolder()}/config`
  const { anonKey } = await signApiKeys('the JWT secret of before this change')
  const choose = (variables: NodeJS.ProcessEnv) =>
    chooseKeys(readEnvironment({ HOURSPACE_DATA_DIR, JWT_SECRET, ANON_KEY: anonKey, ...variables }))
  await expect(choose({})).rejects.toThrow('ANON_KEY was not signed with JWT_SECRET')
  const ACCEPTED_JWT_SECRETS = 'the JWT secret of before this change'
  expect(await choose({ ACCEPTED_JWT_SECRETS })).toMatchObject({ anonKey })
})
