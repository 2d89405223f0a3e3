import type { z } from 'zod'

/**
 * The content of an email as plain text. `layout.ts` renders it as HTML and as text, and is the
 * only file that escapes text.
 */
export type MailContent = {
  subject: string
  /** Heading in the email body. */
  title: string
  /** Preview line that mail clients show beside the subject. */
  preview: string
  blocks: readonly Block[]
  /** Explains in the footer why the recipient receives this email. */
  reason: string
  /** Reply-To address, when it differs from the sender. */
  replyTo?: { name: string; address: string }
  unsubscribeUrl?: string
  /** Attachments, read from storage. */
  attachments?: readonly { bucket: string; path: string; filename: string; contentType: string }[]
}

export type Block =
  /** A paragraph. */
  | { text: string }
  /** A table of names and values in an email. */
  | { facts: readonly (readonly [name: string, value: string])[] }
  /** A quotation in an email; line breaks are preserved. */
  | { quote: string }
  /** A one-time code in an email, to type or paste. */
  | { code: string }
  /** The button for an email's main action. */
  | { button: string; url: string }
  /** A side note in an email with an optional link. */
  | { note: string; url?: string }

/** Names and URLs of the site for email templates. */
export type Site = {
  /** Origin of the site, without a trailing slash. */
  url: string
  /** Base URL of the auth API, without a trailing slash. */
  authUrl: string
  /** Sender name of emails. */
  name: string
}

/** Builds the content of an email from a row's data. */
export type Template = (data: unknown, site: Site) => MailContent

/** Returns an email template that validates its data. Throws ZodError for invalid data. */
export function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, site: Site) => MailContent,
): Template {
  return (data, site) => write(schema.parse(data), site)
}
