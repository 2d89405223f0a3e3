import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Stripe } from 'stripe'
import { chooseKeys, mailFor, stripeFor } from '#launch/config.ts'
import { type Environment, readEnvironment } from '#launch/environment/environment.ts'
import { requireSafeSettings } from '#launch/environment/production.ts'
import { s3Settings, storageSettings } from '#launch/environment/storage.ts'
import { StartupError } from '#launch/startup-error.ts'
import { connectEvents, platformEvents } from '#launch/webhook-events.ts'
import { checkBackups, checkDatabase } from './check-database.ts'
import { setAction, withDatabase } from './command.ts'
import { error, type Finding, maxClockSkewMs, ok, warning } from './finding.ts'

const minFreeBytes = 2 * 1024 ** 3

export function addDoctorCommand(program: Command): void {
  setAction(
    program
      .command('doctor')
      .description('check every setting against the real service; changes nothing'),
    async () => {
      const findings = await diagnose()
      const marks = { ok: '✓', warning: '!', error: '✗' }
      const isFailed = findings.some(({ state }) => state === 'error')
      return {
        data: findings,
        text: findings.map(({ state, message }) => `${marks[state]} ${message}`).join('\n'),
        failed: isFailed,
      }
    },
  )
}

async function diagnose(): Promise<Finding[]> {
  const environment = readEnvironment(process.env)
  const checks = [
    () => checkSettings(environment),
    () =>
      withDatabase(async (context) => [
        ...(await checkDatabase(context)),
        ...(await checkBackups(context)),
      ]),
    () => checkStripe(environment),
    () => checkMail(environment),
    () => checkDisk(environment),
    () => checkStorage(environment),
    () => checkServer(environment),
  ]
  const findings: Finding[] = []
  for (const check of checks) {
    try {
      findings.push(...(await check()))
    } catch (cause) {
      findings.push(error(cause instanceof Error ? cause.message : String(cause)))
    }
  }
  return findings
}

async function checkSettings(environment: Environment): Promise<Finding[]> {
  requireSafeSettings(environment)
  const mode = environment.allowFakes
    ? warning('Fake services and demo accounts are allowed: this is no production server')
    : ok('The settings are safe for production')
  return [
    mode,
    ...checkSettingsFile(),
    environment.SENTRY_DSN
      ? ok('Errors are reported to Sentry')
      : warning('SENTRY_DSN is not set: errors are only logged'),
  ]
}

/**
 * Node cuts an unquoted value of `--env-file` at `#`, but systemd does not:
 * https://nodejs.org/api/environment_variables.html#dotenv
 */
function checkSettingsFile(): Finding[] {
  const file = process.execArgv.find((flag) => flag.startsWith('--env-file='))
  if (!file) return []
  const text = readFileSync(file.slice('--env-file='.length), 'utf8')
  const names = [...text.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(?!['"\s])[^\n]*#/gm)].map(
    ([, name]) => name,
  )
  return names.map((name) => error(`${name} contains #: write its value in single quotes`))
}

async function checkStripe(environment: Environment): Promise<Finding[]> {
  const keys = await chooseKeys(environment)
  const { keys: stripeKeys, isFake } = stripeFor({ mode: 'product', environment, keys })
  if (isFake || !stripeKeys) return [warning('Stripe is a fake: no card is charged')]
  const { Stripe } = await import('stripe')
  const stripe = new Stripe(stripeKeys.secretKey, { maxNetworkRetries: 1, timeout: 10_000 })
  const account = await stripe.accounts.retrieveCurrent().catch((cause: Error) => {
    throw new StartupError(`Stripe refuses STRIPE_SECRET_KEY: ${cause.message}`)
  })
  const findings = [ok(`Stripe accepts STRIPE_SECRET_KEY (${account.id})`)]
  const date = Date.parse(account.lastResponse.headers['date'] ?? '')
  if (Math.abs(date - Date.now()) > maxClockSkewMs)
    findings.push(
      error('The clock of this machine is wrong: it differs from Stripe’s by more than 30 s'),
    )
  if (!account.charges_enabled)
    findings.push(error('This Stripe account cannot charge cards yet: complete its activation'))
  return [...findings, ...(await checkWebhooks(stripe, environment.SITE_URL))]
}

async function checkWebhooks(stripe: Stripe, siteUrl: string): Promise<Finding[]> {
  const url = `${siteUrl}/functions/v1/stripe-webhook`
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  return checkEndpoints(
    url,
    data.filter((each) => each.url === url && each.status === 'enabled'),
  )
}

/**
 * Stripe's API does not say which endpoint receives the events of connected accounts. Therefore
 * checks for two endpoints: one with all events of the platform's account and one with all events
 * of connected accounts.
 */
export function checkEndpoints(
  url: string,
  endpoints: readonly { enabled_events: string[] }[],
): Finding[] {
  if (endpoints.length === 0) return [error(`Stripe has no enabled webhook endpoint for ${url}`)]
  if (endpoints.length === 1)
    return [
      error(
        `Stripe has only one webhook endpoint for ${url}: create one for your account and one for connected accounts`,
      ),
    ]
  const lacks = (types: readonly string[]) => {
    const missing = endpoints.map(({ enabled_events: events }) =>
      types.filter((type) => !events.includes('*') && !events.includes(type)),
    )
    return missing.sort((a, b) => a.length - b.length)[0]!
  }
  const missing = [...lacks(platformEvents), ...lacks(connectEvents)]
  return missing.length > 0
    ? [error(`The webhook endpoints at Stripe lack these events: ${missing.join(', ')}`)]
    : [ok('Stripe sends the needed events to the webhook')]
}

async function checkMail(environment: Environment): Promise<Finding[]> {
  const keys = await chooseKeys(environment)
  const mail = mailFor({ mode: 'product', environment, keys })
  if (mail === 'fake' || !mail)
    return [warning('The mail server is a fake: no email leaves this machine')]
  const { host, port, user, pass } = mail
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure: port === 465,
    ...(user && { auth: { user, pass } }),
    connectionTimeout: 10_000,
  })
  try {
    await transport.verify()
    return [ok(`The mail server ${host} accepts the connection and the credentials`)]
  } catch (cause) {
    return [error(`The mail server ${host}:${port} cannot be used: ${(cause as Error).message}`)]
  } finally {
    transport.close()
  }
}

/** The data folder contains the embedded database, uploads, image variants and logs. */
async function checkDisk(environment: Environment): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(environment.HOURSPACE_DATA_DIR)
  const gigabytes = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB`
  return [
    bavail * bsize < minFreeBytes
      ? error(`The disk of ${environment.HOURSPACE_DATA_DIR} has only ${gigabytes} left`)
      : ok(`The disk of the data folder has ${gigabytes} left`),
  ]
}

async function checkStorage(environment: Environment): Promise<Finding[]> {
  const s3 = storageSettings(environment)?.s3
  if (!s3) return []
  const { DeleteObjectCommand, PutObjectCommand } = await import('@aws-sdk/client-s3')
  const { assertUsable, createS3Client } =
    await import('@hourspace/backend/storage/object-store/s3-client.ts')
  const client = createS3Client({ ...s3Settings(environment), bucket: s3.bucket })
  await assertUsable(client, s3.bucket)
  const object = { Bucket: s3.bucket, Key: `doctor/${crypto.randomUUID()}` }
  await client.send(new PutObjectCommand({ ...object, Body: 'ok' }))
  await client.send(new DeleteObjectCommand(object))
  return [ok(`The bucket ${s3.bucket} can be read and written`)]
}

async function checkServer(environment: Environment): Promise<Finding[]> {
  const { SITE_URL } = environment
  try {
    const response = await fetch(`${SITE_URL}/healthz`, { signal: AbortSignal.timeout(10_000) })
    return [
      response.ok
        ? ok(`The server responds at ${SITE_URL}`)
        : error(`The server at ${SITE_URL} responds with ${response.status}`),
    ]
  } catch (cause) {
    const { message } = ((cause as Error).cause ?? cause) as Error
    return [warning(`No server responds at ${SITE_URL}: ${message}`)]
  }
}
