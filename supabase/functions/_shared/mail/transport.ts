import { createTransport, type Transporter } from 'nodemailer'
import { env, optionalEnv } from '#functions/_shared/env.ts'

/** A mail server that does not answer must not hold up the others' mails for long. */
const patienceMs = 10_000

/** True when there is a mail server to send through. */
export function canSend(): boolean {
  return !!optionalEnv('SMTP_HOST')
}

/** A few connections to the mail server; close it when done. */
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
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // Templates hold text and never a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Who every mail comes from, and who mails to the company go to. */
export function companyAddress(): { name: string; address: string } {
  return {
    name: optionalEnv('SMTP_SENDER_NAME') ?? 'Hourspace',
    address: env('SMTP_ADMIN_EMAIL'),
  }
}

/** True when the server has understood the mail and will never take it. */
export function isRefusedForGood(cause: unknown): boolean {
  const { responseCode, command } = cause as { responseCode?: number; command?: string }
  // A 5xx at sign-in is about us, and may be mended.
  return (responseCode ?? 0) >= 500 && command !== 'AUTH' && !String(command).startsWith('AUTH ')
}
