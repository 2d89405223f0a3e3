import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { StartupError } from './startup-error.ts'

export const secret = (bytes: number) => randomBytes(bytes).toString('hex')

const keysSchema = z.object({
  url: z.string(),
  anonKey: z.string(),
  serviceRoleKey: z.string(),
  /** `publishableKey` and `secretKey` are empty in `keys.json` of older versions. */
  publishableKey: z.string().default(''),
  secretKey: z.string().default(''),
  jwtSecret: z.string(),
  /** Former JWT secrets, whose tokens and API keys are still accepted. */
  acceptedJwtSecrets: z.array(z.string()).default([]),
  /**
   * Secrets for encryption and keyed hashes. The first secret encrypts and hashes; the others only
   * decrypt and verify older rows. Empty in `keys.json` of older versions, which used `jwtSecret`
   * instead.
   */
  serverSecrets: z.array(z.string()).default([]),
  databaseUrl: z.string(),
  /**
   * Password of the embedded PostgreSQL's superuser. The backend connects as the database owner
   * instead.
   */
  databasePassword: z.string(),
  /** Password of the embedded database's owner; missing in `keys.json` of older versions. */
  databaseOwnerPassword: z.string().default(() => secret(16)),
  stripeSecretKey: z.string(),
  stripePublishableKey: z.string(),
  stripeWebhookSecret: z.string(),
  /** Webhook secret for events of connected accounts; missing in `keys.json` of older versions. */
  stripeConnectWebhookSecret: z.string().default(() => `whsec_${secret(24)}`),
})

/** Content of `keys.json` in the data folder. Tools and tests read it too. */
export type Keys = z.output<typeof keysSchema>

const tenYearsInSeconds = 10 * 365 * 24 * 3600

/** Signs the API keys of the roles `anon` and `service_role`, valid for ten years. */
export async function signApiKeys(
  jwtSecret: string,
): Promise<Pick<Keys, 'anonKey' | 'serviceRoleKey'>> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const sign = (role: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('supabase')
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tenYearsInSeconds)
      .sign(new TextEncoder().encode(jwtSecret))
  return { anonKey: await sign('anon'), serviceRoleKey: await sign('service_role') }
}

export async function generateKeys(): Promise<Keys> {
  const jwtSecret = secret(32)
  return {
    url: '',
    ...(await signApiKeys(jwtSecret)),
    publishableKey: '',
    secretKey: '',
    jwtSecret,
    acceptedJwtSecrets: [],
    serverSecrets: [secret(32)],
    databaseUrl: '',
    databasePassword: secret(16),
    databaseOwnerPassword: secret(16),
    stripeSecretKey: `sk_test_${secret(24)}`,
    stripePublishableKey: `pk_test_${secret(24)}`,
    stripeWebhookSecret: `whsec_${secret(24)}`,
    stripeConnectWebhookSecret: `whsec_${secret(24)}`,
  }
}

/**
 * Reads or creates `keys.json`. Concurrent first starts get the same keys. Throws StartupError when
 * the file cannot be read or parsed.
 */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const stored = readKeys(file)
  if (stored) return stored
  const draft = `${file}.${process.pid}`
  writeKeys(draft, await generateKeys())
  try {
    // Creates a hard link, which fails if another process has created `keys.json` first.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readKeys(file) as Keys
}

export function saveKeys(dataDir: string, keys: Keys): void {
  const file = join(dataDir, 'keys.json')
  const draft = `${file}.${process.pid}`
  writeKeys(draft, keys)
  renameSync(draft, file)
}

export const serializeKeys = (keys: Keys) => `${JSON.stringify(keys, null, 2)}\n`

function writeKeys(file: string, keys: Keys): void {
  writeFileSync(file, serializeKeys(keys), { mode: 0o600 })
}

function readKeys(file: string): Keys | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartupError(`Cannot read ${file}: ${(error as Error).message}`)
  }
  try {
    return keysSchema.parse(JSON.parse(text))
  } catch {
    throw new StartupError(
      `${file} is damaged: restore it from a backup, or delete the data folder to start with an empty one.`,
    )
  }
}
