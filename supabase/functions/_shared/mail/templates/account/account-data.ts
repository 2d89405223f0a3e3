import { z } from 'zod'
import type { Block, Site } from '#functions/_shared/mail/content.ts'
import { momentOf } from '#functions/_shared/mail/when.ts'

/** What `send_auth_mail` of the database says of every mail of an account. */
export const noticeSchema = z.object({
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The account's address; empty where it has none. */
  email: z.string().default(''),
  new_email: z.string().default(''),
  old_email: z.string().default(''),
  provider: z.string().default(''),
  factor_type: z.string().default(''),
  device: z.string().default(''),
  ip_address: z.string().default(''),
})

/** The same of a mail with something to act by. */
export const codeSchema = noticeSchema.extend({
  /** Empty where only the link counts. */
  code: z.string().regex(/^\d*$/),
  token_hash: z.string().regex(/^[\w-]*$/),
  redirect_to: z.string().default(''),
})

export type Notice = z.output<typeof noticeSchema>
export type CodeMail = z.output<typeof codeSchema>

/**
 * The link of a mail. On the site it leads to a page with a button: programs that look into mails
 * follow links, too, and each works once. What leads elsewhere (an app, say) the accounts service
 * itself checks and leads on.
 */
export function verifyLink(site: Site, type: string, mail: CodeMail): string {
  const to = mail.redirect_to || site.url
  const isOnSite = to === site.url || to.startsWith(`${site.url}/`)
  const query = isOnSite
    ? new URLSearchParams({ type, token_hash: mail.token_hash, next: to.slice(site.url.length) })
    : new URLSearchParams({ token: mail.token_hash, type, redirect_to: to })
  return `${isOnSite ? `${site.url}/auth/confirm` : `${site.authUrl}/verify`}?${query}`
}

/** Code beneath the button that does the same; for whoever reads the mail on another device. */
export function codeBlocks(code: string): Block[] {
  if (!code) return []
  return [{ text: 'Or type this code where you were asked for it:' }, { code }]
}

/** When it happened and, where that is known, from where. */
export function whenAndWhere(notice: Notice): Block {
  const { at, device, ip_address } = notice
  return {
    facts: [
      ['When', `${momentOf(at, 'UTC')} UTC`],
      ...(device ? [['Device', device] as const] : []),
      ...(ip_address ? [['IP address', ip_address] as const] : []),
    ],
  }
}

/** What to do when it was somebody else. */
export function ifNotYou(site: Site, advice: string): Block[] {
  return [
    { text: `Was it you? Then there is nothing to do. If not, ${advice}` },
    { button: 'Open Profile > Security', url: `${site.url}/profile/security` },
  ]
}

/** At the foot of what is told because an account changed. */
export function aboutYourAccount(site: Site): string {
  return `You get this because it concerns the security of your account on ${site.name}. Such mails cannot be switched off.`
}
