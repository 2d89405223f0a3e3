import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parseContent } from './parse-mail.ts'

const schema = `
create table if not exists messages (
  id integer primary key autoincrement,
  message_id text not null,
  sender text not null,
  recipients text not null,
  subject text not null,
  received_at integer not null,
  parsed text not null,
  source blob not null
) strict;
create index if not exists messages_by_message_id on messages (message_id);
`

export type StoredMessage = {
  id: number
  kind: 'mail' | 'text'
  messageId: string
  /** `from` is the From header of an email, or the sender of a text message. */
  from: string
  /** `to` lists the lower-case recipients of an email, or a text message's phone number. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: { filename: string; mimeType: string; size: number }[]
  receivedAt: string
  /** `copies` counts how often a message with this Message-ID was received. */
  copies: number
}

type Header = Pick<StoredMessage, 'kind' | 'messageId' | 'from' | 'to' | 'subject'>
type Content = Pick<StoredMessage, 'text' | 'html' | 'headers' | 'attachments'>

type Row = {
  id: number
  message_id: string
  received_at: number
  /**
   * A parsed message as JSON. The content of an email is missing, because it is parsed from
   * `source` when the email is read.
   */
  parsed: string
  source: Uint8Array
  copies: number
}

export class MailStore {
  readonly #db: DatabaseSync
  readonly #insert: StatementSync
  /** Increases with every change of the outbox. Open outbox pages poll this number. */
  #revision = Date.now()

  constructor(dataFile: string) {
    this.#db = new DatabaseSync(dataFile)
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = normal')
    this.#db.exec(schema)
    this.#insert = this.#db.prepare(
      `insert into messages (message_id, sender, recipients, subject, received_at, parsed, source)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
  }

  get revision(): number {
    return this.#revision
  }

  /** Adds a message. The content of an email is parsed from its source when it is read. */
  add(message: Header | (Header & Content), source: Uint8Array): void {
    this.#insert.run(
      message.messageId,
      message.from,
      ` ${message.to.join(' ')} `,
      message.subject,
      Date.now(),
      JSON.stringify(message),
      source,
    )
    this.#revision += 1
  }

  /** Returns messages, newest first. `to` and `subject` filter by substrings, ignoring case. */
  list(
    { to, subject }: { to?: string | undefined; subject?: string | undefined } = {},
    limit = 100,
  ): Promise<StoredMessage[]> {
    const clauses = ['1 = 1']
    const values: SQLInputValue[] = []
    if (to) {
      clauses.push('instr(recipients, ?) > 0')
      values.push(to.trim().toLowerCase())
    }
    if (subject) {
      clauses.push('instr(lower(subject), ?) > 0')
      values.push(subject.trim().toLowerCase())
    }
    return this.#rows(`where ${clauses.join(' and ')} order by id desc limit ?`, ...values, limit)
  }

  async find(id: number): Promise<StoredMessage | undefined> {
    return (await this.#rows('where id = ?', id))[0]
  }

  source(id: number): Uint8Array | undefined {
    const row = this.#db.prepare('select source from messages where id = ?').get(id)
    return row?.['source'] as Uint8Array | undefined
  }

  count(): number {
    return Number(this.#db.prepare('select count(*) as count from messages').get()?.['count'])
  }

  clear(): void {
    this.#db.exec('delete from messages')
    this.#revision += 1
  }

  close(): void {
    this.#db.close()
  }

  #rows(rest: string, ...values: SQLInputValue[]): Promise<StoredMessage[]> {
    const rows = this.#db
      .prepare(
        `select id, message_id, received_at, parsed, source,
           (select count(*) from messages same where same.message_id = messages.message_id) as copies
         from messages ${rest}`,
      )
      .all(...values) as Row[]
    return Promise.all(
      rows.map(async ({ id, received_at, parsed, source, copies }) => {
        const message = JSON.parse(parsed) as Header | (Header & Content)
        return {
          ...('html' in message ? message : { ...message, ...(await parseContent(source)) }),
          kind: message.kind ?? 'mail',
          id,
          copies,
          receivedAt: new Date(received_at).toISOString(),
        }
      }),
    )
  }
}
