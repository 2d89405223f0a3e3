import { expect, test } from 'vitest'
import { servicesOptions } from './config.ts'
import { readEnvironment } from './environment/environment.ts'
import { generateKeys } from './keys.ts'
import { noMonitoring } from './monitoring.ts'

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

test('new accounts confirm their email by default in production, but not where fake services may run', async () => {
  const keys = await generateKeys()
  const autoconfirm = (variables: NodeJS.ProcessEnv, mode: 'product' | 'backend' = 'product') => {
    const settings = { mode, environment: readEnvironment(variables), keys }
    return servicesOptions(settings, noMonitoring).backend?.auth?.enableEmailAutoconfirm
  }
  expect(autoconfirm(production)).toBe(false)
  expect(autoconfirm({ ...production, ENABLE_EMAIL_AUTOCONFIRM: 'true' })).toBe(true)
  // Undefined keeps the setting of supabase/config.toml, which confirms automatically.
  expect(autoconfirm({})).toBeUndefined()
  expect(autoconfirm({ ...production }, 'backend')).toBeUndefined()
})
