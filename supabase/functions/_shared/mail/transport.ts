import { createTransport, type Transporter } from 'nodemailer'
import { company } from '@hourspace/domain/company.ts'
import { env, optionalEnv } from '#functions/_shared/env.ts'

/** Timeout in milliseconds; short, because an unresponsive mail server delays other emails. */
const timeoutMs = 10_000

export function canSend(): boolean {
  return !!optionalEnv('SMTP_HOST')
}

/** Opens a pool of connections to the mail server. The caller must close it. */
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
    // Forbids attachments by path or URL, so that an injected path or URL is never read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Returns the sender address of all emails, which also receives emails to the company. */
export function companyAddress(): { name: string; address: string } {
  return {
    name: optionalEnv('SMTP_SENDER_NAME') ?? company.name,
    address: env('SMTP_ADMIN_EMAIL'),
  }
}

/** True for a permanent refusal (5xx) of an email, for which a retry is useless. */
export function isPermanentRefusal(cause: unknown): boolean {
  const { responseCode, command } = cause as { responseCode?: number; command?: string }
  // A 5xx during AUTH concerns the server's credentials and not the email.
  return (responseCode ?? 0) >= 500 && command !== 'AUTH' && !String(command).startsWith('AUTH ')
}
