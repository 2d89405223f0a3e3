import type { SendMailOptions } from 'nodemailer'
import { z } from 'zod'
import { env } from '#functions/_shared/env.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'
import type { MailContent, Site } from './content.ts'
import { renderHtml, renderText } from './layout.ts'
import { templates } from './templates/index.ts'
import { companyAddress } from './transport.ts'

export type OutgoingMail = {
  id: string
  template: string
  /** The recipient's email address, or `company` for the address of Hourspace. */
  recipient: string
  data: unknown
  created_at: Date
}

/** Composes the email of an `outgoing_mails` row. The Message-ID is the same on every call. */
export async function compose(row: OutgoingMail): Promise<SendMailOptions> {
  const write = templates[row.template]
  if (!write) throw new Error(`outgoing_mails has an unknown template: ${row.template}`)
  const sender = companyAddress()
  const site: Site = {
    url: env('SITE_URL').replace(/\/$/, ''),
    authUrl: `${env('SUPABASE_URL').replace(/\/$/, '')}/auth/v1`,
    name: sender.name,
  }
  const content = { unsubscribeUrl: unsubscribeUrl(row.data, site), ...write(row.data, site) }
  return {
    messageId: `<${row.id}@${sender.address.split('@')[1]}>`,
    date: row.created_at,
    from: sender,
    to: { name: '', address: row.recipient === 'company' ? sender.address : row.recipient },
    subject: headerLine(content.subject),
    html: await renderHtml(content, site),
    text: renderText(content, site),
    attachments: await attachmentsOf(content),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Entity-Ref-ID': row.id,
      // Headers for one-click unsubscribe (RFC 8058).
      ...(content.unsubscribeUrl && {
        'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(content.replyTo && {
      replyTo: { name: headerLine(content.replyTo.name), address: content.replyTo.address },
    }),
  }
}

const unsubscribeSchema = z.object({ unsubscribe_key: z.uuid(), unsubscribe_group: z.string() })

/** Returns the unsubscribe link of an email, or undefined if the data has no unsubscribe key. */
function unsubscribeUrl(data: unknown, site: Site): string | undefined {
  const parsed = unsubscribeSchema.safeParse(data)
  if (!parsed.success) return undefined
  const { unsubscribe_key: key, unsubscribe_group: group } = parsed.data
  return `${site.url}/notifications/unsubscribe?${new URLSearchParams({ key, group })}`
}

/**
 * Replaces control characters, such as line breaks, to prevent header injection. Truncates the
 * header to 150 characters.
 */
function headerLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- this expression removes control characters
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return line.length > 150 ? `${line.slice(0, 149)}…` : line
}

async function attachmentsOf({ attachments = [] }: MailContent) {
  return Promise.all(
    attachments.map(async (attachment) => {
      const { filename, contentType } = attachment
      if ('text' in attachment) return { filename, contentType, content: attachment.text }
      const { bucket, path } = attachment
      const { data, error } = await serviceClient().storage.from(bucket).download(path)
      if (error) throw error
      return {
        filename,
        contentType,
        encoding: 'base64',
        content: base64(await data.arrayBuffer()),
      }
    }),
  )
}

/** Encodes in chunks, because the bytes of a large file are too many arguments for one call. */
function base64(bytes: ArrayBuffer): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.byteLength; at += 32_768) {
    const length = Math.min(32_768, bytes.byteLength - at)
    pieces.push(String.fromCharCode(...new Uint8Array(bytes, at, length)))
  }
  return btoa(pieces.join(''))
}
