import type { z } from 'zod'

/**
 * The content of an email as plain text. `layout.ts` renders it as HTML and as text, and is the only place
 * that escapes.
 */
export type MailContent = {
  subject: string
  /** Heading in the body. */
  title: string
  /** Preview line that mail clients show beside the subject. */
  preview: string
  blocks: readonly Block[]
  /** Footer: why the recipient gets this email. */
  reason: string
  /** Recipient of replies when it is not the sender. */
  replyTo?: { name: string; address: string }
  unsubscribeUrl?: string
  /** Files from storage. */
  attachments?: readonly { bucket: string; path: string; filename: string; contentType: string }[]
}

export type Block =
  /** A paragraph. */
  | { text: string }
  /** A table of names and values. */
  | { facts: readonly (readonly [name: string, value: string])[] }
  /** A quotation; line breaks are kept. */
  | { quote: string }
  /** A code to type or paste. */
  | { code: string }
  /** The main action. */
  | { button: string; url: string }
  /** A side note with an optional link. */
  | { note: string; url?: string }

/** The site as templates use it. */
export type Site = {
  /** Origin, without a trailing slash. */
  url: string
  /** Base URL of the auth API, without a trailing slash. */
  authUrl: string
  /** Sender name. */
  name: string
}

/** Builds an email from a row's data. */
export type Template = (data: unknown, site: Site) => MailContent

/** Returns a template that validates its data. Throws ZodError for invalid data. */
export function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, site: Site) => MailContent,
): Template {
  return (data, site) => write(schema.parse(data), site)
}
