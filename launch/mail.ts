import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { StartProblem } from './problem.ts'
import type { TextSettings } from './texts.ts'

/** The mail server that carries the product's mails, and who they come from. */
export type MailSettings = {
  host: string
  port: number
  user?: string | undefined
  pass?: string | undefined
  /** Sends every mail, and receives those to the company. */
  adminEmail: string
  senderName: string
}

/** Where the stand-in's pages are. */
export const outboxPath = '/_sandbox/outbox'

/**
 * The mail server of the environment, or the stand-in where stand-ins may run. With neither, mails
 * wait in the database for the day that there is one.
 *
 * @throws StartProblem when the settings do not go together.
 */
export function chooseMail(environment: Environment): MailSettings | 'sandbox' | undefined {
  const { SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS, SMTP_ADMIN_EMAIL } = environment
  if (!SMTP_HOST) return environment.standIns ? 'sandbox' : undefined
  if (!SMTP_ADMIN_EMAIL)
    throw new StartProblem('SMTP_ADMIN_EMAIL is missing: it goes with SMTP_HOST.')
  if (!SMTP_USER !== !SMTP_PASS)
    throw new StartProblem('SMTP_USER and SMTP_PASS go together: set both or neither.')
  return {
    host: SMTP_HOST,
    port: SMTP_PORT,
    user: SMTP_USER,
    pass: SMTP_PASS,
    adminEmail: SMTP_ADMIN_EMAIL,
    senderName: environment.SMTP_SENDER_NAME,
  }
}

/** Starts the stand-in, whose code is loaded only here, and says how it is reached. */
export async function openMailSandbox({ siteUrl, dataDir }: { siteUrl: string; dataDir: string }) {
  const { createMailSandbox } = await import('@hourspace/sandbox/mail/server.ts')
  const credentials = { user: 'sandbox', pass: 'sandbox' }
  const textCredentials = { accountSid: 'ACsandbox', authToken: 'sandbox' }
  const sandbox = await createMailSandbox({
    dataFile: join(dataDir, 'mail.sqlite'),
    baseUrl: `${siteUrl}${outboxPath}`,
    credentials,
    textCredentials,
  })
  const settings: MailSettings = {
    ...credentials,
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    adminEmail: 'hello@hourspace.demo',
    senderName: 'Hourspace',
  }
  const texts: TextSettings = { ...textCredentials, from: 'MGsandbox', url: sandbox.textsUrl }
  return { sandbox, settings, texts }
}

/** The settings under the names that functions read, Supabase's own. */
export function mailEnvironment(settings: MailSettings | undefined): Record<string, string> {
  if (!settings) return {}
  const { host, port, user, pass, adminEmail, senderName } = settings
  return {
    SMTP_HOST: host,
    SMTP_PORT: String(port),
    SMTP_ADMIN_EMAIL: adminEmail,
    SMTP_SENDER_NAME: senderName,
    ...(user && pass && { SMTP_USER: user, SMTP_PASS: pass }),
  }
}
