import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailActions, type MailAction } from '@hourspace/backend/auth/core/mail-hook.ts'
import { templates } from '#functions/_shared/mail/templates/index.ts'
import { openMailbox, type ArrivedMail } from './mailbox.ts'
import { openMarket } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>

beforeAll(async () => {
  market = await openMarket()
  mailbox = openMailbox(market.server)
})

afterAll(() => mailbox.stopServer())

type AuthAccount = { id: string; email: string; new_email: string; old_email: string }

/** Calls the Send Email hook with an auth event of a new test account and returns the account. */
async function sendAuthMail(
  action: MailAction,
  facts: Record<string, string> = {},
): Promise<AuthAccount> {
  const id = crypto.randomUUID()
  const account = {
    id,
    email: `now-${id}@example.com`,
    new_email: `new-${id}@example.com`,
    old_email: `old-${id}@example.com`,
  }
  const { sql } = market.server
  const { old_email, ...user } = account
  const email_data = {
    token: '123456',
    token_hash: 'aaa',
    token_new: '',
    token_hash_new: '',
    redirect_to: `${market.server.url}/profile`,
    old_email,
    email_action_type: action,
    ...facts,
  }
  await sql`select public.send_auth_mail(${sql.json({ user, email_data })})`
  return account
}

/**
 * Triggers an auth event and returns the email that it queues. For `email_change`, returns the
 * email to the new address; for `email_changed_notification`, the email to the old address.
 */
async function mailOf(action: MailAction, facts?: Record<string, string>): Promise<ArrivedMail> {
  const { email, new_email, old_email } = await sendAuthMail(action, facts)
  const elsewhere: Partial<Record<MailAction, string>> = {
    email_change: new_email,
    email_changed_notification: old_email,
  }
  return mailbox.arrived(elsewhere[action] ?? email, '')
}

const partsOf = (mail: ArrivedMail) => [
  mail.text,
  mail.html.replaceAll('&amp;', '&').replaceAll('&gt;', '>'),
]

const notices = mailActions.filter((action) => action.endsWith('_notification'))
const codes = mailActions.filter((action) => !notices.includes(action))
const links = codes.filter((action) => action !== 'reauthentication')

test.each(notices)(
  'the account email for %s contains time, device, IP address and advice',
  async (action) => {
    const mail = await mailOf(action, { device: 'Firefox on Linux', ip_address: '203.0.113.7' })
    for (const part of partsOf(mail)) {
      expect(part).toMatch(/day, \w+ \d+, \d{4} at .+ UTC/)
      expect(part).toContain('Firefox on Linux')
      expect(part).toContain('203.0.113.7')
      expect(part).toContain('If not, ')
      expect(part).toMatch(/\/profile\/security|\/contact\?subject=support/)
    }
  },
)

const linkOnly: readonly MailAction[] = ['recovery', 'invite', 'email_change']

test.each(codes)(
  'the account email for %s contains a code if the action accepts codes, and otherwise mentions no code',
  async (action) => {
    for (const part of partsOf(await mailOf(action)))
      expect(/123456|code/i.test(part)).toBe(!linkOnly.includes(action))
  },
)

test('the email sent after a recovery code was used says that two-step verification is off', async () => {
  const mail = await mailOf('recovery_code_used_notification')
  for (const part of partsOf(mail)) expect(part).toContain('Two-step verification is off now')
})

test.each(links)(
  'the link in the account email for %s opens a page of the site, or the auth API if the redirect URL has another origin',
  async (action) => {
    const { url } = market.server
    for (const part of partsOf(await mailOf(action)))
      expect(part).toContain(`${url}/auth/confirm?type=${action}&token_hash=aaa&next=%2Fprofile`)
    // This redirect URL starts with the site's URL but has a different host.
    const elsewhere = `${url}.example.com/x`
    const back = encodeURIComponent(elsewhere)
    for (const part of partsOf(await mailOf(action, { redirect_to: elsewhere })))
      expect(part).toContain(`${url}/auth/v1/verify?token=aaa&type=${action}&redirect_to=${back}`)
  },
)

test('account emails escape HTML in device names, IP addresses and identity provider names', async () => {
  const bad = '<img src=x onerror=alert(1)>"'
  const facts = { device: bad, ip_address: bad, provider: bad, factor_type: bad, redirect_to: bad }
  const mails = await Promise.all(mailActions.map((action) => mailOf(action, facts)))
  for (const { html, subject } of mails) {
    expect(html).not.toContain('<img')
    expect(subject).not.toContain('\n')
  }
})

// jobs.database.test.ts tests that a notification starts the job.
test('queuing an account email notifies the channel that starts the job send-account-mails', async () => {
  const jobs = JSON.parse(readFileSync(new URL('../../jobs.json', import.meta.url), 'utf8'))
  const { wakeOn } = jobs.find((job: { function: string }) => job.function === 'send-account-mails')
  let woken = 0
  const { unlisten } = await market.server.sql.listen(wakeOn, () => (woken += 1))
  await sendAuthMail('magiclink')
  await expect.poll(() => woken).toBeGreaterThan(0)
  await unlisten()
})

test('an email change sends separate links without codes to the old and the new address', async () => {
  // Despite its name, Supabase's `token_hash_new` belongs to the old address.
  const account = await sendAuthMail('email_change', {
    token: '111111',
    token_new: '222222',
    token_hash: 'forthenew',
    token_hash_new: 'fortheold',
  })
  const old = await mailbox.arrived(account.email, 'Confirm the new email address')
  expect(old.text).toContain('type=email_change&token_hash=fortheold')
  expect(old.text).toContain(account.new_email)
  const fresh = await mailbox.arrived(account.new_email, 'Confirm your new email address')
  expect(fresh.text).toContain('type=email_change&token_hash=forthenew')
  for (const mail of [old, fresh]) expect(mail.text).not.toMatch(/111111|222222|code/)
  // The new address may belong to another person, so this email must not contain the old address.
  expect(fresh.text + fresh.html).not.toContain(account.email)
  for (const mail of [old, fresh]) expect(await mailbox.mailsTo(mail.to[0] ?? '')).toHaveLength(1)
})

test('the email that confirms the first address of an anonymous user contains a code', async () => {
  const { sql } = market.server
  const new_email = `first-${crypto.randomUUID()}@example.com`
  const user = { id: crypto.randomUUID(), email: '', new_email }
  const email_data = { email_action_type: 'email_change', token: '333333', token_hash: 'first' }
  await sql`select public.send_auth_mail(${sql.json({ user, email_data })})`
  const mail = await mailbox.arrived(new_email, 'Confirm your new email address')
  expect(mail.text).toContain('333333')
})

test('account emails to an unverified address do not contain the name that the user typed', async () => {
  const { sql } = market.server
  const email = `stranger-${crypto.randomUUID()}@example.com`
  const user = { id: crypto.randomUUID(), email, user_metadata: { full_name: 'Win $500 today' } }
  for (const email_action_type of ['signup', 'magiclink', 'recovery', 'invite']) {
    const email_data = { email_action_type, token: '1', token_hash: 'a' }
    await sql`select public.send_auth_mail(${sql.json({ user, email_data })})`
  }
  await expect.poll(() => mailbox.mailsTo(email)).toHaveLength(4)
  expect(JSON.stringify(await mailbox.mailsTo(email))).not.toContain('$500')
})

test('codes and links are erased from outgoing_mails after sending, but the account export still lists the emails', async () => {
  const { sql } = market.server
  const person = await market.person('mara')
  const [account] = await sql`select email from auth.users where id = ${person.id}`
  const email = String(account?.['email'])
  const base = { user: { id: person.id, email }, email_data: { email_action_type: 'magiclink' } }
  const event = { ...base, email_data: { ...base.email_data, token: '987654', token_hash: 'zzz' } }
  await sql`select public.send_auth_mail(${sql.json(event)})`
  await mailbox.arrived(email, '987654')
  await mailbox.settled()
  const rows = await sql`select template, data from public.mails_to_user(${person.id}, null)`
  expect(rows).toEqual([{ template: 'account-magiclink', data: {} }])
  // Another account's email is not listed, even if it was sent to the same address.
  const other = { ...event, user: { id: crypto.randomUUID(), email } }
  await sql`select public.send_auth_mail(${sql.json(other)})`
  expect(await sql`select from public.mails_to_user(${person.id}, null)`).toHaveLength(1)
})

test('an auth event that occurs twice in one transaction sends only one email', async () => {
  const { sql } = market.server
  const user = { id: crypto.randomUUID(), email: `twice-${crypto.randomUUID()}@example.com` }
  const email_data = { email_action_type: 'password_changed_notification' }
  await sql.begin(async (tx) => {
    for (let time = 0; time < 2; time += 1)
      await tx`select public.send_auth_mail(${tx.json({ user, email_data })})`
  })
  expect(await mailbox.arrived(user.email, '')).toBeDefined()
  await mailbox.settled()
  expect(await mailbox.mailsTo(user.email)).toHaveLength(1)
})

test('an auth event of an account without an email address queues no email and raises no error', async () => {
  const { sql } = market.server
  const user = { id: crypto.randomUUID(), email: '' }
  const email_data = { email_action_type: 'new_sign_in_notification' }
  await sql`select public.send_auth_mail(${sql.json({ user, email_data })})`
  expect(await sql`select from public.mails_to_user(${user.id}, null)`).toHaveLength(0)
})

test('every email action of the auth service has an account email template, and every template except account-deleted has an action', () => {
  const named = mailActions.map(
    (action) => `account-${action.replace('_notification', '').replaceAll('_', '-')}`,
  )
  const ofChange = ['account-email-change-current', 'account-email-change-new']
  const known = [
    'account-deleted',
    ...named.filter((name) => name !== 'account-email-change'),
    ...ofChange,
  ]
  const existing = Object.keys(templates).filter((name) => name.startsWith('account-'))
  expect(new Set(existing)).toEqual(new Set(known))
})
