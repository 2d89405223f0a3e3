import { z } from 'zod'
import type { Block, Site } from '#functions/_shared/mail/content.ts'

/** Data of every account email, queued by the SQL function `send_auth_mail`. */
export const noticeSchema = z.object({
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The account's email address; absent for an account without one. */
  email: z.string().default(''),
  new_email: z.string().default(''),
  old_email: z.string().default(''),
  provider: z.string().default(''),
  factor_type: z.string().default(''),
  device: z.string().default(''),
  ip_address: z.string().default(''),
})

/** Data of an account email with a code, a link or both. */
export const codeSchema = noticeSchema.extend({
  /** The one-time code; empty when the email has only a link. */
  code: z.string().regex(/^\d*$/),
  token_hash: z.string().regex(/^[\w-]*$/),
  redirect_to: z.string().default(''),
})

export type Notice = z.output<typeof noticeSchema>
export type CodeMail = z.output<typeof codeSchema>

/** The button at the end of security emails. */
export const securityButton = (site: Site): Block => ({
  button: 'Open Profile > Security',
  url: `${site.url}/profile/security`,
})

/** Footer of an email about account security. */
export function aboutYourAccount(site: Site): string {
  return `You're receiving this email because it concerns the security of your ${site.name} account. These emails cannot be turned off.`
}
