/**
 * What a mail says, before it has a look: `layout.ts` draws the same blocks as HTML and as text.
 * Everything here is plain text; escaping is the layout's business alone.
 */

export type Block =
  /** A paragraph. */
  | { text: string }
  /** Names and values, one a line. */
  | { facts: readonly (readonly [name: string, value: string])[] }
  /** Somebody's own words; line breaks are kept. */
  | { quote: string }
  /** A code to type or paste somewhere. */
  | { code: string }
  /** The one thing to do next. */
  | { button: string; url: string }
  /** A remark aside, and where it leads. */
  | { note: string; url?: string }

export type MailContent = {
  subject: string
  /** The heading within. */
  title: string
  /** The line that mailboxes show beside the subject. */
  preview: string
  blocks: readonly Block[]
  /** Why the reader gets this, at the foot. */
  reason: string
  /** Who an answer goes to, when it is not the sender. */
  replyTo?: { name: string; address: string }
  /** Where the reader leaves the list this mail belongs to. */
  unsubscribeUrl?: string
  /** Stored objects that go with it. */
  attachments?: readonly { bucket: string; path: string; filename: string; contentType: string }[]
}

/** What every template may say of the site itself. */
export type Site = {
  /** Origin, without a trailing slash. */
  url: string
  /** The accounts service, which takes the links of its mails; without a trailing slash. */
  authUrl: string
  /** Name that mails come from. */
  name: string
}
