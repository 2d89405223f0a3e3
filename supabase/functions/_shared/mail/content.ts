import type { z } from 'zod'

/** The content of an email. All fields are plain text, which `layout.ts` escapes. */
export type MailContent = {
  subject: string
  title: string
  preview: string
  blocks: readonly Block[]
  /** Footer text that says why the recipient receives this email. */
  reason: string
  replyTo?: { name: string; address: string }
  unsubscribeUrl?: string
  attachments?: readonly Attachment[]
}

export type Attachment = { filename: string; contentType: string } & (
  { text: string } | { bucket: string; path: string }
)

export type Block =
  | { text: string }
  | { facts: readonly (readonly [name: string, value: string])[] }
  | { quote: string }
  | { code: string }
  | { button: string; url: string }
  | { links: readonly (readonly [label: string, url: string])[] }
  | { note: string; url?: string }

export type Site = {
  /** Origin of the site, without a trailing slash. */
  url: string
  /** Base URL of the auth API, without a trailing slash. */
  authUrl: string
  name: string
}

export type Template = (data: unknown, site: Site) => MailContent

/** Returns an email template that validates its data. Throws ZodError for invalid data. */
export function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, site: Site) => MailContent,
): Template {
  return (data, site) => write(schema.parse(data), site)
}
