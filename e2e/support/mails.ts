import { expect, type Page } from '@playwright/test'

type Mail = { subject: string; text: string; html: string }

/** Waits until `count` emails to an address have arrived. Returns the newest email. */
export async function mailTo(page: Page, to: string, count = 1): Promise<Mail> {
  let mails: Mail[] = []
  await expect(async () => {
    const answer = await page.request.get('/_sandbox/outbox/messages.json', { params: { to } })
    mails = ((await answer.json()) as { messages: Mail[] }).messages
    expect(mails.length).toBeGreaterThanOrEqual(count)
  }).toPass({ timeout: 20_000 })
  return mails[0]!
}

/** Returns the one-time code in an email. */
export function codeIn({ text }: Mail): string {
  const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1]
  expect(code, 'the mail carries a code').toBeDefined()
  return code!
}

/** Returns the sign-in or confirmation link in an email, as a path. */
export function accountLinkIn({ text }: Mail): string {
  const link = /https?:\/\/\S+\/auth\/confirm\?\S+/.exec(text)?.[0]
  expect(link, 'the mail carries a link').toBeDefined()
  const { pathname, search } = new URL(link!)
  return pathname + search
}
