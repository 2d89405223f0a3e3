import { readFile } from 'node:fs/promises'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { desktop, dialogs, expectFits, phone, violations } from '../../support/axe.ts'
import { mailTo } from '../../support/mails.ts'
import { addBooking, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

test("an admin can find a booking by the guest's email, cancel it with a reason shown to the guest, and resend the cancellation email", async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const { title } = space
  const email = await signedUp('nadia')
  const guest = await idOf(clients, email)
  // The booking has started, so its host can no longer cancel it.
  const startsAt = Date.now() - hourMs / 2
  const id = await addBooking(clients, bookingOf({ guest, space: space.id, startsAt }))
  const admin = await browserOf('admin', { viewport: desktop })
  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  const field = admin.getByRole('searchbox', { name: 'Find a booking' })

  await field.fill('no such person')
  await expect(admin.getByText('No booking matches “no such person”')).toBeVisible()
  await admin.getByRole('link', { name: 'Show all bookings' }).click()
  await expect(field).toHaveValue('')

  await field.fill(email)
  await expect(admin.getByRole('table').getByRole('row')).toHaveCount(2)
  for (const text of [title, id.slice(0, 8), `https://hourspace.demo/bookings/${id}`]) {
    await field.fill(text)
    await expect.poll(() => new URL(admin.url()).searchParams.get('q')).toBe(text)
    await expect(admin.getByRole('row', { name: email })).toBeVisible()
    await expect(admin.getByRole('table').getByRole('row')).toHaveCount(2)
  }
  await admin.getByRole('button', { name: 'Cancelled' }).click()
  await expect(admin.getByText(/^No cancelled booking matches/)).toBeVisible()
  await admin.getByRole('button', { name: 'All', exact: true }).click()
  await admin.getByRole('link', { name: title }).focus()
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(admin.getByText('No emails in the last 30 days')).toBeVisible()
  await expect(admin.getByRole('main')).toContainText(`Booking ${id.slice(0, 8)}`)
  await expect(admin.getByRole('link', { name: 'Nadia Tester' })).toHaveAttribute(
    'href',
    `/admin/users/${guest}`,
  )

  await admin.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Cancel this booking?' })
  await dialog.getByLabel('Reason').selectOption('The space is not safe')
  await dialog.getByRole('button', { name: 'Cancel without refund' }).click()
  await expect(admin.getByRole('main')).toContainText('Cancelled by the admin')
  await expect(admin.getByRole('heading', { level: 1, name: title })).toBeFocused()
  const mail = admin.getByRole('listitem').filter({ hasText: `To ${email}` })
  await expect(mail).toContainText('Sent')
  await mail.getByRole('button', { name: /^Send again/ }).click()
  await expect(mail).toHaveCount(2)
  await expect(mail.first()).toContainText('Sent')
  await expect(admin.getByRole('main')).toContainText('sent an email again: Cancelled for guest')
  await page.goto(`/bookings/${id}`)
  await expect(page.getByRole('main')).toContainText('The space is not safe')
  const { data: actions } = await clients.server
    .from('admin_actions')
    .select('action')
    .eq('target_id', id)
    .order('id')
    .throwOnError()
  expect(actions).toEqual([{ action: 'booking.cancel' }, { action: 'mail.resend' }])
  await admin.getByRole('link', { name: 'Back to bookings' }).click()
  await expect(field).toHaveValue(`https://hourspace.demo/bookings/${id}`)
})

test('an admin can answer a contact message by email, close and reopen the message, and download the résumé of a job application', async ({
  browserOf,
  clients,
}) => {
  const run = `${process.pid}-${Date.now()}`
  const [name, email, applicant] = [`Nora ${run}`, `nora-${run}@example.com`, `Omar ${run}`]
  await clients.server
    .from('contact_messages')
    .insert({ name, email, subject: 'billing', message: 'I paid twice for the studio.' })
    .throwOnError()
  const resumePath = `${crypto.randomUUID()}.pdf`
  await clients.server
    .from('job_applications')
    .insert({
      name: applicant,
      email: 'omar@example.com',
      position: 'product-engineer-booking',
      letter: 'I build calendars.',
      resume_path: resumePath,
      resume_name: 'omar.pdf',
      resume_type: 'application/pdf',
      status: 'received',
    })
    .throwOnError()
  const resume = new Blob(['%PDF-1.4'], { type: 'application/pdf' })
  const upload = await clients.server.storage
    .from('applications')
    .upload(resumePath, resume, { contentType: 'application/pdf' })
  expect(upload.error).toBeNull()
  const admin = await browserOf('admin', { viewport: desktop })
  await admin.goto('/admin')
  await admin.getByRole('link', { name: /^Inbox\s*\d+ new/ }).click()
  await admin.getByRole('link', { name: new RegExp(name) }).click()
  const main = admin.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await expect(main).toContainText('I paid twice for the studio.')
  await expectFits(admin, phone, 'main')
  await admin.setViewportSize(desktop)
  const send = main.getByRole('button', { name: 'Send answer' })
  await send.click()
  await expect(main).toContainText('Please write an answer')
  await main.getByLabel('Answer').fill('The second payment is refunded.')
  // The text survives a reload.
  await admin.reload()
  await expect(main.getByLabel('Answer')).toHaveValue('The second payment is refunded.')
  await send.click()
  await expect(main.getByRole('list', { name: 'Answers' })).toContainText(
    'The second payment is refunded.',
  )
  await expect(main.getByText('Answered', { exact: true }).last()).toBeVisible()
  const mail = await mailTo(admin, email)
  expect(mail.subject).toContain('Our answer to your message')
  expect(mail.text).toContain('The second payment is refunded.')
  expect(mail.text).toContain('I paid twice for the studio.')

  await main.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(main.getByText('Closed', { exact: true }).last()).toBeVisible()
  await main.getByRole('button', { name: 'Open again' }).click()
  await expect(main.getByText('Answered', { exact: true }).last()).toBeVisible()

  await test.step('An application can be closed without an answer', async () => {
    await navigate(admin, '/admin/inbox')
    await admin.getByRole('link', { name: new RegExp(applicant) }).click()
    await expect(
      main.getByRole('heading', { name: /^Application: Product Engineer/ }),
    ).toBeVisible()
    const saved = admin.waitForEvent('download')
    await main.getByRole('button', { name: 'Download résumé' }).click()
    expect((await saved).suggestedFilename()).toBe('omar.pdf')
    await main.getByRole('button', { name: 'Close without an answer' }).click()
    await expect(main.getByRole('button', { name: 'Open again' })).toBeVisible()
  })

  // Only narrow windows have the link to the list, because wide windows show the list beside the
  // message.
  await admin.setViewportSize(phone)
  await main.getByRole('link', { name: 'All messages' }).click()
  await main.getByRole('button', { name: 'Answered' }).click()
  await expect(main.getByRole('link', { name: new RegExp(name) })).toBeVisible()
})

test('an admin starts a background job manually and resends an abandoned email', async ({
  browserOf,
  clients,
}) => {
  const recipient = `gone-${process.pid}-${Date.now()}@example.com`
  await clients.server
    .from('outgoing_mails')
    .insert({
      template: 'contact-received',
      recipient,
      data: { name: 'Nora', email: recipient, subject: 'general', message: 'Hello' },
      dedupe_key: recipient,
      attempts: 40,
      last_error: '550 no such mailbox',
      abandoned_at: new Date().toISOString(),
    })
    .throwOnError()
  const admin = await browserOf('admin', { viewport: desktop })
  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'Jobs', exact: true }).click()
  const job = admin.getByRole('listitem').filter({ hasText: 'refresh exchange rates' })
  await expect(job).toContainText('Last run')
  const lastRun = () => job.locator('time').getAttribute('datetime')
  const before = await lastRun()
  await job.getByRole('button', { name: 'Run now' }).click()
  await expect.poll(lastRun).not.toBe(before)

  const mail = admin.getByRole('listitem').filter({ hasText: recipient })
  await expect(mail).toContainText('550 no such mailbox')
  await mail.getByRole('button', { name: 'Send again' }).click()
  await expect(mail).toBeHidden()
  await expect(admin.getByRole('heading', { name: 'Undelivered emails' })).toBeFocused()
  expect((await mailTo(admin, recipient)).subject).toBe('We received your message')
})

test('an admin filters the bookings by month and downloads them as CSV', async ({
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('monika'))
  const startsAt = Date.now() + dayMs
  const id = await addBooking(clients, bookingOf({ guest, space: space.id, startsAt }))
  const { data } = await clients.server
    .from('bookings')
    .select('created_at')
    .eq('id', id)
    .single()
    .throwOnError()
  const month = new Date(data.created_at).toISOString().slice(0, 7)
  const admin = await browserOf('admin', { viewport: desktop })
  await admin.goto(`/admin/bookings?q=${encodeURIComponent(space.title)}`)
  await expect(admin.getByRole('table').getByRole('row')).toHaveCount(2)
  const months = admin.getByRole('combobox', { name: 'Month' })
  await months.selectOption({ index: 36 })
  await expect(admin.getByText(/^No booking of \w+ \d+ matches/)).toBeVisible()
  await months.selectOption(month)
  await expect(admin.getByRole('table').getByRole('row')).toHaveCount(2)
  await expectFits(admin, phone, 'main')

  const saved = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Download CSV' }).click()
  const file = await saved
  const words = space.title.toLowerCase().replaceAll(' ', '-')
  expect(file.suggestedFilename()).toBe(`bookings-${month}-${words}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,${id},confirmed,${space.title},`)
})

test('an admin sees and downloads only the confirmed subscribers of the newsletter', async ({
  browserOf,
  clients,
}) => {
  const run = `${process.pid}-${Date.now()}`
  const now = new Date().toISOString()
  const [reader, former] = [`reader-${run}@example.com`, `former-${run}@example.com`]
  await clients.server
    .from('newsletter_subscriptions')
    .insert([
      { email: reader, status: 'confirmed', confirmed_at: now },
      { email: former, status: 'unsubscribed', confirmed_at: now, unsubscribed_at: now },
      // Adds a second page to the list, which shows 20 rows per page.
      ...Array.from({ length: 20 }, (_, index) => ({
        email: `older-${index}-${run}@example.com`,
        status: 'confirmed',
        confirmed_at: '2026-01-01T12:00:00Z',
      })),
    ])
    .throwOnError()
  const admin = await browserOf('admin', { viewport: desktop })
  await admin.goto('/admin')
  const section = admin.getByRole('region', { name: 'Newsletter' })
  await section.getByText(/^\d+ subscribers?$/).click()
  await expect(section.getByText(reader)).toBeVisible()
  await expect(section.getByText(former)).toBeHidden()
  await section.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(section.getByRole('listitem').nth(20)).toBeFocused()
  const saved = admin.waitForEvent('download')
  await section.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await saved).path(), 'utf8')
  expect(csv).toContain(`\r\n${reader},${now.slice(0, 10)}\r\n`)
  expect(csv).not.toContain(former)
})

test('an admin bans a user with a reason and lifts the ban, and the audit log records both', async ({
  signedUp,
  browserOf,
}) => {
  const email = await signedUp('viktor')
  const spam = `${email} sends spam`
  const mistake = `${email} was banned by mistake`
  const admin = await browserOf('admin', { viewport: desktop })
  await admin.goto('/admin/users')
  const field = admin.getByRole('searchbox', { name: 'Find a user' })
  await field.fill('no such person')
  await expect(admin.getByText('No user matches “no such person”')).toBeVisible()
  await field.fill(email)
  await expect(admin.getByRole('table').getByRole('row')).toHaveCount(2)
  await admin.getByRole('row', { name: email }).getByRole('link').press('Enter')
  await expect(admin.getByText('No admin has acted on this account.')).toBeVisible()

  await admin.getByRole('button', { name: 'Ban' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Ban this user?' })
  await dialog.getByRole('button', { name: 'Ban user' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill(spam)
  await dialog.getByRole('button', { name: 'Ban user' }).click()
  await expect(admin.getByRole('button', { name: 'Lift the ban' })).toBeFocused()
  await expect(admin.getByRole('listitem').filter({ hasText: spam })).toBeVisible()
  await expectFits(admin, phone, 'main')

  await admin.getByRole('button', { name: 'Lift the ban' }).click()
  const lifted = admin.getByRole('dialog', { name: 'Lift the ban?' })
  await lifted.getByLabel('Reason').fill(mistake)
  await lifted.getByRole('button', { name: 'Lift the ban' }).click()
  await expect(admin.getByRole('button', { name: 'Ban', exact: true })).toBeFocused()
  await expect(admin.getByText('Banned', { exact: true })).toBeHidden()

  await navigate(admin, '/admin/audit')
  const entry = (reason: string) => admin.getByRole('listitem').filter({ hasText: reason })
  await expect(entry(spam)).toContainText('banned')
  await expect(entry(mistake)).toContainText('lifted the ban of')
  await admin.getByRole('combobox', { name: 'Action' }).selectOption('User banned')
  await admin.getByRole('combobox', { name: 'Done by' }).selectOption({ index: 2 })
  await expect(admin).toHaveURL(/\?action=user\.ban&admin=[0-9a-f-]{36}$/)
  await admin.goto(`/admin/audit?admin=${crypto.randomUUID()}`)
  await expect(admin.getByText('No entries match these filters')).toBeVisible()
  await expect(admin.getByRole('combobox', { name: 'Done by' })).not.toHaveValue('')
})

test('the audit log can show only the entries made on the command line, and "Show more" focuses the first new entry', async ({
  browserOf,
  clients,
}) => {
  const ids = Array.from({ length: 21 }, () => crypto.randomUUID())
  await clients.server
    .from('admin_actions')
    .insert(ids.map((target_id) => ({ action: 'user.sign_out', target_type: 'user', target_id })))
    .throwOnError()
  const admin = await browserOf('admin')
  await admin.goto('/admin/audit?action=user.sign_out')
  await admin.getByRole('combobox', { name: 'Done by' }).selectOption('Command line')
  await expect(admin).toHaveURL(/&admin=command-line$/)
  const entries = admin.getByRole('listitem').filter({ hasText: 'ended the sessions of' })
  await expect(entries).toHaveText(
    ids
      .toReversed()
      .slice(0, 20)
      .map((id) => new RegExp(`^Command line ended the sessions of user ${id.slice(0, 8)}`)),
  )
  await admin.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(entries.nth(20)).toBeFocused()
  await expect(entries.nth(20)).toContainText(`user ${ids[0]!.slice(0, 8)}`)
})

test('a listing hidden by an admin returns 404, shows its host the reason, and can be made visible again by the admin', async ({
  clients,
  browserOf,
  request,
}) => {
  const space = await listSpace(clients)
  const statusOfPage = async () => (await request.get(space.path)).status()
  expect(await statusOfPage()).toBe(200)

  const admin = await browserOf('admin', { viewport: desktop })
  await admin.goto('/admin/listings')
  const field = admin.getByRole('searchbox', { name: 'Find a listing' })
  await field.fill('no such place')
  await expect(admin.getByText('No listing matches “no such place”')).toBeVisible()
  await field.fill(space.hostEmail)
  const row = admin.getByRole('listitem').filter({ hasText: space.title })
  await expect(row).toContainText('Listed')
  await row.getByRole('button', { name: 'Hide' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Hide this listing?' })
  await dialog.getByRole('button', { name: 'Hide listing' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  expect(await violations(admin, dialogs)).toEqual([])
  await dialog.getByLabel('Reason').fill('The pictures show another place.')
  await dialog.getByRole('button', { name: 'Hide listing' }).click()
  await expect(row).toContainText('Hidden')
  await expect(row).toContainText('The pictures show another place.')

  await test.step("The admin page of the listing's host links to the hidden listing", async () => {
    await row.getByRole('link').last().click()
    await admin.getByRole('main').getByRole('link', { name: space.title }).click()
    await expect(admin).toHaveURL(`/admin/listings?q=${space.id}`)
    await expect(row).toContainText('Hidden')
  })

  await expect.poll(statusOfPage).toBe(404)
  expect((await mailTo(admin, space.hostEmail)).subject).toBe(
    `We have hidden your listing ${space.title}`,
  )
  const host = await browserOf({ email: space.hostEmail })
  await host.goto(`/hosting/listings/${space.id}`)
  await expect(host.getByRole('alert')).toContainText('The pictures show another place.')

  await row.getByRole('button', { name: 'Show again' }).click()
  const again = admin.getByRole('dialog', { name: 'Show this listing again?' })
  await again.getByLabel('Reason').fill('Thank you for the new pictures.')
  await again.getByRole('button', { name: 'Show again' }).click()
  await expect(row).toContainText('Listed')
  await expect.poll(statusOfPage).toBe(200)
})
