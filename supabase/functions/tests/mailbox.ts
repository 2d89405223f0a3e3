import { expect, vi } from 'vitest'
import type { TestServer } from '@hourspace/launch/testing/server.ts'

export type ArrivedMail = {
  messageId: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: { filename: string; mimeType: string; size: number }[]
  copies: number
}

/** Returns functions that read and control the sandbox outbox of a test server. */
export function openMailbox({ url, sql, stop }: TestServer) {
  const base = `${url}/_sandbox/outbox`

  async function mailsTo(to: string): Promise<ArrivedMail[]> {
    const response = await fetch(`${base}/messages.json?to=${encodeURIComponent(to)}`)
    const { messages } = (await response.json()) as { messages: ArrivedMail[] }
    return messages
  }

  async function addressOf(person: { id: string }): Promise<string> {
    const [row] = await sql`select email from auth.users where id = ${person.id}`
    return String(row?.['email'])
  }

  /** Makes all queued emails due immediately. */
  async function hurry(): Promise<void> {
    await sql`update public.outgoing_mails set send_after = now()
      where sent_at is null and abandoned_at is null`
  }

  async function settled(): Promise<void> {
    const waiting = () => sql`
      select template from public.outgoing_mails where sent_at is null and abandoned_at is null`
    await vi.waitFor(async () => {
      await hurry()
      expect(await waiting()).toHaveLength(0)
    }, 45_000)
  }

  return {
    addressOf,
    mailsTo,
    /** Waits for an email to the address `to` with a matching subject, and returns it. */
    async arrived(to: string, subject: string | RegExp): Promise<ArrivedMail> {
      let found: ArrivedMail | undefined
      await expect
        .poll(
          async () => {
            const mails = await mailsTo(to)
            found = mails.find((mail) => new RegExp(subject).test(mail.subject))
            return found ? subject : mails.map((mail) => mail.subject)
          },
          { interval: 100 },
        )
        .toBe(subject)
      return found!
    },
    /** Sets how the sandbox mail server responds to later emails. */
    async setServer(smtp: 'accept' | 'slow' | 'defer' | 'reject' | 'down'): Promise<void> {
      const response = await fetch(`${base}/control`, {
        method: 'POST',
        body: JSON.stringify({ smtp }),
      })
      expect(response.status).toBe(200)
    },
    settled,
    /**
     * Waits until no email is queued, because each was sent or abandoned. Then stops the test
     * server.
     */
    async stopServer(): Promise<void> {
      await settled()
      await stop()
    },
    hurry,
  }
}

/** Returns the value of an email header, or '' if it is missing. The name is case-insensitive. */
export function header(mail: ArrivedMail, name: string): string {
  return mail.headers.find((it) => it.name.toLowerCase() === name.toLowerCase())?.value ?? ''
}
