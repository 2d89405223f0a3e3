import type { SendMailOptions } from 'nodemailer'
import { env } from '#functions/_shared/env.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'
import type { MailContent, Site } from './content.ts'
import { renderHtml, renderText } from './layout.ts'
import type { OutgoingMail } from './outbox.ts'
import { templates } from './templates/index.ts'
import { companyAddress } from './transport.ts'

/** The message of a row. The same row always makes the same message, its Message-ID included. */
export async function compose(row: OutgoingMail): Promise<SendMailOptions> {
  const write = templates[row.template]
  if (!write) throw new Error(`No template ${row.template}`)
  const company = companyAddress()
  const site: Site = {
    url: env('SITE_URL').replace(/\/$/, ''),
    authUrl: `${env('SUPABASE_URL').replace(/\/$/, '')}/auth/v1`,
    name: company.name,
  }
  const content = write(row.data, site)
  return {
    messageId: `<${row.id}@${company.address.split('@')[1]}>`,
    date: new Date(row.created_at),
    from: company,
    to: { name: '', address: row.recipient === 'company' ? company.address : row.recipient },
    subject: headerLine(content.subject),
    html: renderHtml(content, site),
    text: renderText(content, site),
    attachments: await attachmentsOf(content),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Entity-Ref-ID': row.id,
      ...(content.unsubscribeUrl && unsubscribeHeaders(content.unsubscribeUrl)),
    },
    ...(content.replyTo && {
      replyTo: { name: headerLine(content.replyTo.name), address: content.replyTo.address },
    }),
  }
}

/** One press in the mailbox itself, as RFC 8058 has it. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Text that cannot begin a header of its own, of a length that mailboxes show. */
function headerLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- those are what must go
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return line.length > 150 ? `${line.slice(0, 149)}…` : line
}

async function attachmentsOf({ attachments = [] }: MailContent) {
  return Promise.all(
    attachments.map(async ({ bucket, path, filename, contentType }) => {
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

/** In pieces, as a whole file is more arguments than a call can have. */
function base64(bytes: ArrayBuffer): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.byteLength; at += 32_768) {
    const length = Math.min(32_768, bytes.byteLength - at)
    pieces.push(String.fromCharCode(...new Uint8Array(bytes, at, length)))
  }
  return btoa(pieces.join(''))
}
