import { startFeedServer } from '@hourspace/supabase/functions/tests/feed-server.ts'
import { expectFits, phone } from '../../support/axe.ts'
import { chooseDay, dayInTokyo, slot } from '../../support/booking.ts'
import { bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test.use({
  expectedConsoleErrors:
    /status of (422|429) .*calendars|status of 503 .*space_calendar_links|ERR_FAILED .*renew_calendar_link/,
})

/** Returns `hour` o'clock in Tokyo, `days` days from today. */
const inTokyo = (days: number, hour: number) =>
  new Date(`${dayInTokyo(days)}T${String(hour).padStart(2, '0')}:00:00+09:00`)

test("a host imports a calendar, sees its conflict with a booking, and exports the space's calendar under a link that can be replaced", async ({
  page: host,
  signedIn,
  signedUp,
  anotherBrowser,
  clients,
  request,
}) => {
  const space = await listSpace(clients)
  const feed = await startFeedServer()
  const guestEmail = await signedUp('gil')
  await signedIn(space.hostEmail)
  await host.goto(`/hosting/listings/${space.id}/calendars`)
  await expect(host.getByRole('heading', { level: 1, name: 'Calendar sync' })).toBeVisible()

  feed.respond = (_, response) => response.end('<!doctype html><p>Sign in')
  const address = host.getByLabel('Calendar address (iCal)')
  await address.fill(feed.url)
  await host.getByLabel('Name').fill('Google')
  await host.keyboard.press('Enter')
  await expect(host.getByText(/leads to a page, not to a calendar/)).toBeVisible()
  await expect(address).toHaveValue(feed.url)

  feed.show({ startsAt: inTokyo(2, 10), endsAt: inTokyo(2, 12), summary: 'Rehearsal' })
  await host.getByRole('button', { name: 'Add calendar' }).click()
  const row = host.getByRole('list', { name: 'Imported calendars' }).getByRole('listitem')
  await expect(row).toContainText('Google')
  await expect(row).toContainText('Checked just now · 1 event')
  // The server refuses a check within 15 seconds of the previous check. A slow machine may take
  // longer, so the test sets the time of the previous check to now.
  await clients.server
    .from('space_calendars')
    .update({ attempted_at: new Date().toISOString() })
    .eq('space_id', space.id)
    .throwOnError()
  await row.getByRole('button', { name: 'Check now: Google' }).click()
  await expect(row.getByRole('alert')).toHaveText(
    'This calendar was just checked. Please try again in a few seconds',
  )

  const guest = await anotherBrowser()
  await guest.goto(space.path)
  await chooseDay(guest, dayInTokyo(2))
  await expect(slot(guest, '10:00 AM')).toBeDisabled()
  await expect(slot(guest, '12:00 PM')).toBeEnabled()

  const facts = { guest: await idOf(clients, guestEmail), space: space.id }
  await clients.server
    .from('bookings')
    .insert(bookingOf({ ...facts, startsAt: inTokyo(2, 11).getTime() }))
    .throwOnError()
  await host.reload()
  const conflicts = host.getByRole('heading', { name: '1 event overlaps a booking' })
  await expect(conflicts).toBeVisible()
  await expect(host.getByText('Rehearsal')).toBeVisible()
  await expect(host.getByRole('link', { name: 'Booking', exact: true })).toBeVisible()

  await host.getByRole('button', { name: 'Create link' }).click()
  const link = host.getByRole('textbox', { name: 'Export link' })
  await expect(link).toHaveValue(/\/calendars\/[0-9a-f]{48}\.ics$/)
  const url = await link.inputValue()
  const exported = await request.get(url)
  expect(exported.headers()).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'x-robots-tag': 'noindex',
  })
  expect(exported.headers()).not.toHaveProperty('set-cookie')
  expect(await exported.text()).not.toContain('Rehearsal')
  const again = await request.get(url, {
    headers: { 'If-None-Match': exported.headers()['etag'] ?? '' },
  })
  expect(again.status()).toBe(304)

  await expectFits(host, phone, 'main')

  await test.step('The new link is shown even if the refetch of the calendars fails', async () => {
    const links = /\/rest\/v1\/space_calendar_links/
    await host.route(links, (route) => route.fulfill({ status: 503 }))
    await host.getByRole('button', { name: 'Replace link' }).click()
    await host.getByRole('alertdialog').getByRole('button', { name: 'Replace link' }).click()
    await expect(link).not.toHaveValue(url)
    expect((await request.get(url)).status()).toBe(404)
    expect((await request.get(await link.inputValue())).status()).toBe(200)
    await host.unroute(links)
  })

  await test.step('The link is loaded again if the response to replacing it was lost', async () => {
    const replaced = await link.inputValue()
    const renewal = /\/rpc\/renew_calendar_link/
    await host.route(renewal, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await host.getByRole('button', { name: 'Replace link' }).click()
    const question = host.getByRole('alertdialog', { name: 'Replace the export link?' })
    await question.getByRole('button', { name: 'Replace link' }).click()
    await expect(question).toContainText('the link was replaced')
    await question.getByRole('button', { name: 'Keep link' }).click()
    await expect(link).not.toHaveValue(replaced)
    await host.unroute(renewal)
  })

  await row.getByRole('button', { name: 'Remove Google' }).click()
  await host.getByRole('alertdialog').getByRole('button', { name: 'Remove calendar' }).click()
  await expect(host.getByText('No calendar is imported yet.')).toBeVisible()
  await expect(conflicts).toBeHidden()
  feed.close()
})
