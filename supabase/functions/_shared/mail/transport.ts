import { createTransport, type Transporter } from 'nodemailer'
import { company } from '@hourspace/domain/company.ts'
import { env, optionalEnv } from '#functions/_shared/env.ts'

/** Short, so that a mail server that does not respond delays other emails only briefly. */
const timeoutMs = 10_000

/** True when a mail server is configured. */
export function canSend(): boolean {
  return !!optionalEnv('SMTP_HOST')
}

/** Opens a pool of connections to the mail server. The caller closes it. */
export function openTransport(connections: number): Transporter {
  const port = Number(optionalEnv('SMTP_PORT') ?? 587)
  const user = optionalEnv('SMTP_USER')
  return createTransport({
    pool: true,
    maxConnections: connections,
    host: env('SMTP_HOST'),
    port,
    secure: port === 465,
    ...(user && { auth: { user, pass: env('SMTP_PASS') } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // An injected path or URL in an attachment must never be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Returns the sender of all emails, who also receives emails to the company. */
export function companyAddress(): { name: string; address: string } {
  return {
    name: optionalEnv('SMTP_SENDER_NAME') ?? company.name,
    address: env('SMTP_ADMIN_EMAIL'),
  }
}

/** True when the mail server refused an email permanently (5xx), so that a retry is useless. */
export function isPermanentRefusal(cause: unknown): boolean {
  const { responseCode, command } = cause as { responseCode?: number; command?: string }
  // A 5xx during AUTH is about our credentials, not about the email.
  return (responseCode ?? 0) >= 500 && command !== 'AUTH' && !String(command).startsWith('AUTH ')
}
