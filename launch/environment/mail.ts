import { company } from '@hourspace/domain/company.ts'
import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { StartupError } from '../startup-error.ts'
import { missingVariable, port, text, webUrl } from './values.ts'

export type MailSettings = {
  host: string
  port: number
  user?: string | undefined
  pass?: string | undefined
  /** Sender of every email, and recipient of emails to the admins. */
  adminEmail: string
  senderName: string
}

export type SmsSettings = NonNullable<NonNullable<BackendConfigInput['auth']>['sms']>

export const mailSection = z.object({
  SMTP_HOST: text('Host of the SMTP server for all emails'),
  SMTP_PORT: port
    .default(587)
    .describe('Port of the SMTP server; 465 uses TLS, other ports use STARTTLS if available'),
  SMTP_USER: text('User name, if the server requires one'),
  SMTP_PASS: text('Password of that user'),
  SMTP_ADMIN_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe(
      'Sender of every email and recipient of emails to the company; required with `SMTP_HOST`',
    ),
  SMTP_SENDER_NAME: z.string().default(company.name).describe('Sender name of every email'),
})

export const smsSection = z.object({
  SMS_TWILIO_ACCOUNT_SID: text('Twilio account that sends codes; requires the next two variables'),
  SMS_TWILIO_AUTH_TOKEN: text('Auth token of that account'),
  SMS_TWILIO_MESSAGE_SERVICE_SID: text(
    'Messaging service that sends the text messages, instead of a number',
  ),
  SMS_TWILIO_FROM: text('Phone number that sends the text messages, if no service is set'),
  SMS_TWILIO_API_URL: webUrl
    .optional()
    .describe('URL of another SMS gateway with a Twilio-compatible API'),
})

/**
 * Returns the SMTP settings, or `fake` without SMTP_HOST where fakes are allowed. Throws
 * StartupError if a required setting is missing.
 */
export function chooseMail(
  environment: z.output<typeof mailSection> & { allowFakes: boolean },
): MailSettings | 'fake' {
  const { SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS, SMTP_ADMIN_EMAIL } = environment
  if (!SMTP_HOST) {
    if (environment.allowFakes) return 'fake'
    throw new StartupError(
      'SMTP_HOST is missing: set it to the SMTP server that sends sign-in codes and booking emails, or set SANDBOX=1 for a public demo.',
    )
  }
  if (!SMTP_ADMIN_EMAIL) throw missingVariable('SMTP_ADMIN_EMAIL', 'SMTP_HOST')
  if (!SMTP_USER !== !SMTP_PASS)
    throw new StartupError('SMTP_USER and SMTP_PASS go together: set both or neither.')
  return {
    host: SMTP_HOST,
    port: SMTP_PORT,
    user: SMTP_USER,
    pass: SMTP_PASS,
    adminEmail: SMTP_ADMIN_EMAIL,
    senderName: environment.SMTP_SENDER_NAME,
  }
}

export function mailVariables(settings: MailSettings | undefined): Record<string, string> {
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

/**
 * Returns the settings of the SMS gateway, or undefined without SMS_TWILIO_ACCOUNT_SID. Throws
 * StartupError for incomplete settings.
 */
export function chooseSms(environment: z.output<typeof smsSection>): SmsSettings | undefined {
  const {
    SMS_TWILIO_ACCOUNT_SID: accountSid,
    SMS_TWILIO_AUTH_TOKEN: authToken,
    SMS_TWILIO_MESSAGE_SERVICE_SID: service,
    SMS_TWILIO_FROM: number,
    SMS_TWILIO_API_URL: url,
  } = environment
  if (!accountSid) return undefined
  if (!authToken) throw missingVariable('SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_ACCOUNT_SID')
  const from = service ?? number
  if (!from)
    throw missingVariable(
      'SMS_TWILIO_MESSAGE_SERVICE_SID or SMS_TWILIO_FROM',
      'SMS_TWILIO_ACCOUNT_SID',
    )
  return { accountSid, authToken, from, ...(url && { url }) }
}
