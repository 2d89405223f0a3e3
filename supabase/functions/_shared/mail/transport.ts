import { createTransport, type Transporter } from 'nodemailer'
import { company } from '@hourspace/domain/company.ts'
import { env, optionalEnv } from '#functions/_shared/env.ts'

/**
 * SMTP timeout in milliseconds. Short, because waiting for a slow mail server delays all other
 * emails.
 */
const timeoutMs = 10_000

export function canSend(): boolean {
  return !!optionalEnv('SMTP_HOST')
}

/** Opens a pool of SMTP connections. The caller must close it. */
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
    // Prevents Nodemailer from reading an injected path or URL as an attachment.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export function companyAddress(): { name: string; address: string } {
  return {
    name: optionalEnv('SMTP_SENDER_NAME') ?? company.name,
    address: env('SMTP_ADMIN_EMAIL'),
  }
}

/** Returns true if the mail server refused an email permanently (5xx). */
export function isPermanentRefusal(cause: unknown): boolean {
  const { responseCode, command } = cause as { responseCode?: number; command?: string }
  // A 5xx reply to the AUTH command rejects the credentials, not the email.
  return (responseCode ?? 0) >= 500 && command !== 'AUTH' && !String(command).startsWith('AUTH ')
}

/**
 * Returns true if the mail server refused the recipient temporarily (4xx), for example because of a
 * full mailbox or greylisting. 421 closes the connection, so it does not concern the recipient.
 */
export function isTemporaryRecipientRefusal(cause: unknown): boolean {
  const { responseCode = 0, command } = cause as { responseCode?: number; command?: string }
  const isTemporary = responseCode >= 400 && responseCode < 500 && responseCode !== 421
  return isTemporary && command === 'RCPT TO'
}
