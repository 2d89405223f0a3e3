import { expect, vi } from 'vitest'
import type { TestServer } from '@hourspace/launch/testing/server.ts'

/** A mail as the stand-in's outbox tells it. */
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

/** The mail stand-in of a server, over HTTP. */
export function openMailbox({ url, sql, stop }: TestServer) {
  const base = `${url}/_sandbox/outbox`

  /** Mails to one address, newest first. */
  async function mailsTo(to: string): Promise<ArrivedMail[]> {
    const response = await fetch(`${base}/messages.json?to=${encodeURIComponent(to)}`)
    const { messages } = (await response.json()) as { messages: ArrivedMail[] }
    return messages
  }

  /** Waits until nothing is on its way any more. */
  async function settled(): Promise<void> {
    const waiting = () => sql`
      select template from public.outgoing_mails where sent_at is null and abandoned_at is null`
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), 45_000)
  }

  return {
    mailsTo,
    /** Waits for a mail of that subject. */
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
    /** What the server does with mail from now on. */
    async setServer(smtp: 'accept' | 'defer' | 'reject' | 'down'): Promise<void> {
      const response = await fetch(`${base}/control`, {
        method: 'POST',
        body: JSON.stringify({ smtp }),
      })
      expect(response.status).toBe(200)
    },
    settled,
    /** Stops the server once nothing is on its way any more. */
    async stopServer(): Promise<void> {
      await settled()
      await stop()
    },
    /** Makes every waiting mail due now. */
    async hurry(): Promise<void> {
      await sql`update public.outgoing_mails set send_after = now()
        where sent_at is null and abandoned_at is null`
    },
  }
}

/** The value of a header, whatever its case; empty without one. */
export function header(mail: ArrivedMail, name: string): string {
  return mail.headers.find((it) => it.name.toLowerCase() === name.toLowerCase())?.value ?? ''
}
