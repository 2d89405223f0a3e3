import { z } from 'zod'
import type { Block, Site } from '#functions/_shared/mail/content.ts'
import { instant } from '#functions/_shared/validate.ts'

/** Data of the account emails that the SQL function `send_auth_mail` queues. */
export const noticeSchema = z.object({
  at: instant,
  email: z.string().default(''),
  new_email: z.string().default(''),
  old_email: z.string().default(''),
  provider: z.string().default(''),
  factor_type: z.string().default(''),
  device: z.string().default(''),
  ip_address: z.string().default(''),
})

export const codeSchema = noticeSchema.extend({
  /** `code` is empty if the email has only a link. */
  code: z.string().regex(/^\d*$/),
  token_hash: z.string().regex(/^[\w-]*$/),
  redirect_to: z.string().default(''),
})

export type Notice = z.output<typeof noticeSchema>
export type CodeMail = z.output<typeof codeSchema>

export const securityButton = (site: Site): Block => ({
  button: 'Open Profile > Security',
  url: `${site.url}/profile/security`,
})

export function aboutYourAccount(site: Site): string {
  return `You’re receiving this email because it concerns the security of your ${site.name} account. These emails cannot be turned off.`
}
