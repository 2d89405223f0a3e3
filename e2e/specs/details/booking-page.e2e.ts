import type { Download } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { textOfPdf } from '@hourspace/supabase/functions/tests/pdf-text.ts'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { expectFits, phone } from '../../support/axe.ts'
import { dayInTokyo } from '../../support/booking.ts'
import type { TestClients } from '../../support/instances.ts'
import { addBooking, bookAndPay, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

async function addPlace({ server }: TestClients, spaceId: string): Promise<void> {
  await server
    .from('space_addresses')
    .insert({ space_id: spaceId, street_address: '2-24-12 Shibuya' })
    .throwOnError()
  await server
    .from('space_arrival_notes')
    .insert({ space_id: spaceId, notes: 'Ring 4B' })
    .throwOnError()
}

const contentOf = async (download: Download) => readFile(await download.path())

test('the page of a paid booking shows the address and offers a receipt, a calendar file and cancellation', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients, { price: 4000 })
  await addPlace(clients, space.id)
  await clients.server
    .from('spaces')
    .update({ house_rules: 'No shoes inside', included: ['Coffee and tea'] })
    .eq('id', space.id)
    .throwOnError()
  const slot = { date: dayInTokyo(4), hour: 14, hours: 2 }
  const id = await bookAndPay(clients, space, await signedUp('bo'), slot)
  await page.goto(`/bookings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: space.title })).toBeVisible()
  const main = page.getByRole('main')
  const tabs = page.getByRole('navigation', { name: 'Your account' })
  await expect(tabs.getByRole('link', { name: 'Bookings' })).toHaveAttribute('aria-current', 'page')
  await expect(main).toContainText('Confirmed')
  await expect(main).toContainText(/Starts in [34] days/)
  for (const timeline of ['Timeline', 'Payment timeline'])
    await expect(page.getByRole('region', { name: timeline, exact: true })).toContainText(
      'Times are in Tokyo time.',
    )
  await expect(main).toContainText('2:00 PM – 4:00 PM (Tokyo time)')
  await expect(main).toContainText('2-24-12 Shibuya')
  await expect(main).toContainText(/Arrival notes appear on .* 2:00\sPM \(Tokyo\stime\)/)
  await expect(main).not.toContainText('Ring 4B')
  await expect(main).toContainText('You paid ¥8,800')
  await expect(main).toContainText('Free cancellation until')

  await test.step('Included items and house rules are folded', async () => {
    for (const [title, text] of [
      ['Included in the price', 'Coffee and tea'],
      ['House rules', 'No shoes inside'],
    ] as const) {
      await expect(main.getByText(text)).toBeHidden()
      await main.getByRole('heading', { name: title }).click()
      await expect(main.getByText(text)).toBeVisible()
    }
  })

  await test.step('The receipt is a PDF with the paid amounts', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download receipt (PDF)' }).click()
    const text = textOfPdf(await contentOf(await saved))
    for (const part of [space.title, '¥8,000', '¥800', '¥8,800']) expect(text).toContain(part)
  })

  await test.step('The calendar file has the time in UTC and the address', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Calendar file (.ics)' }).click()
    const file = (await contentOf(await saved)).toString().replaceAll(/\r\n[ \t]/g, '')
    expect(file).toContain(`DTSTART:${dayInTokyo(4).replaceAll('-', '')}T050000Z`)
    expect(file).toContain(String.raw`LOCATION:2-24-12 Shibuya\, Tokyo\, Japan`)
    expect(file).toContain(`UID:booking-${id}@hourspace.demo`)
    expect(file).toContain('SEQUENCE:0')
    expect(file).toContain('STATUS:CONFIRMED')
  })

  await test.step('A malformed booking id shows the same page as an unknown one', async () => {
    await navigate(page, '/bookings/none')
    await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible()
    await page.goBack()
  })

  await test.step('A problem report names the booking', async () => {
    await page.getByRole('link', { name: 'Report a problem' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
      `About booking ${id}:\n`,
    )
    await page.goBack()
  })

  await test.step('The guest cancels and sees the refund', async () => {
    await page.getByRole('button', { name: /^Cancel Booking/ }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('You get ¥8,800 back')
    const cancellations: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/cancel-booking'))
        cancellations.push(request.url())
    })
    await dialog.getByRole('button', { name: 'Cancel Booking' }).dblclick()
    await expect(main).toContainText('This booking was cancelled')
    expect(cancellations).toHaveLength(1)
    await expect(main).toContainText(/¥8,800 (refunded|on its way)/)
    await expect(page.getByRole('heading', { name: 'Getting there' })).toBeHidden()
    await page.getByRole('link', { name: 'Book again' }).click()
    await expect(page.getByRole('textbox', { name: 'Duration (hours)' })).toHaveValue('2')
  })

  await test.step('A space that is no longer listed cannot be booked again', async () => {
    await clients.server
      .from('spaces')
      .update({ hidden_at: new Date().toISOString() })
      .eq('id', space.id)
      .throwOnError()
    await page.goto(`/bookings/${id}`)
    await expect(main).toContainText('This space is no longer listed')
    await expect(page.getByRole('link', { name: 'Book again' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: space.title })).toBeVisible()
    await expect(main.getByRole('link', { name: space.title })).toBeHidden()
    await page.getByRole('link', { name: /^Other spaces in Tokyo/ }).click()
    await expect(page).toHaveURL(/\/explore\?location=/)
  })
})

test("within 24 hours of the start, a booking page shows the arrival notes to guest and host, and the host's share to the host", async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  await addPlace(clients, space.id)
  const guest = await idOf(clients, await signedUp('gia'))
  // A word wider than a phone. It must wrap instead of widening the page.
  const coffee = 'Coffee'.repeat(13)
  const id = await addBooking(clients, {
    ...bookingOf({ guest, space: space.id, startsAt: Date.now() + 5 * hourMs }),
    guest_count: 3,
    extras: [{ id: 'x', name: coffee, unit: 'person', price: 500, quantity: 3, amount: 1500 }],
  } as ReturnType<typeof bookingOf>)

  await page.goto(`/bookings/${id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Ring 4B')
  await expect(main).toContainText('3 people')
  await expect(main).toContainText(`${coffee} × 3 people`)
  await expect(main).toContainText('Non-refundable')

  // A name without spaces must not widen the page.
  const longName = { full_name: 'Wolfeschlegel'.repeat(6) }
  await clients.server.from('profiles').update(longName).eq('id', guest).throwOnError()
  const hostPage = await browserOf({ email: space.hostEmail })
  await hostPage.goto(`/bookings/${id}`)
  const hostMain = hostPage.getByRole('main')
  await expect(hostMain).toContainText('A booking at your space')
  await expect(hostMain).toContainText('Your share¥4,500')
  await expect(hostMain.getByRole('heading', { level: 2 })).toContainText([
    'People and extras',
    'Getting there',
  ])
  await expect(hostMain).toContainText('Ring 4B')
  await expect(hostPage.getByRole('button', { name: /^Cancel Booking/ })).toBeHidden()
  await expect(hostPage.getByRole('button', { name: /receipt/ })).toBeHidden()
  await expect(hostPage.getByRole('link', { name: 'Guest bookings' })).toHaveAttribute(
    'href',
    '/dashboard#guest-bookings',
  )
  await expectFits(hostPage, phone, 'main')
  await hostPage.goto('/dashboard')
  await expect(hostMain).toContainText(longName.full_name)
  await expectFits(hostPage, phone, 'main')
})

test("My Bookings and the dashboard show the next booking under 'Next up', and filter chips and search narrow the list", async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const other = await listSpace(clients)
  await addPlace(clients, space.id)
  const guest = await idOf(clients, await signedUp('fay'))
  const at = (spaceId: string, days: number) =>
    bookingOf({ guest, space: spaceId, startsAt: Date.now() + days * dayMs + hourMs })
  await addBooking(clients, at(space.id, 3))
  await addBooking(clients, at(other.id, 8))
  await addBooking(clients, at(other.id, -3))
  const cancelled = await addBooking(clients, at(other.id, 6))
  await clients.server
    .from('bookings')
    .update({ status: 'cancelled', cancelled_at: new Date().toISOString() })
    .eq('id', cancelled)
    .throwOnError()

  await page.goto('/my-bookings')
  const next = page.getByRole('region', { name: 'Next up' })
  await expect(next).toContainText(space.title)
  await expect(next).toContainText('Starts in 3 days')
  await expect(next).toContainText('2-24-12 Shibuya')
  const rows = page.getByRole('main').locator('li[id^=booking-]')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(3)).toContainText('ConfirmedFinished')

  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await chip('Upcoming').click()
  await expect(rows).toHaveCount(2)
  await chip('Cancelled').press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL('/my-bookings?show=cancelled')
  await page.goBack()
  await expect(chip('Upcoming')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(2)

  await page.getByRole('searchbox', { name: 'Search by space name' }).fill(space.title)
  await expect(rows).toHaveCount(1)
  await chip('Past').click()
  await expect(page.getByText('No past bookings match')).toBeVisible()
  await page.getByRole('link', { name: 'Show all bookings' }).click()
  await expect(rows).toHaveCount(4)
  await rows.nth(1).getByRole('link', { name: 'View booking' }).click()
  await expect(page).toHaveURL(/\/bookings\//)

  await navigate(page, '/dashboard')
  await expect(page.getByRole('region', { name: 'Next up' })).toContainText(space.title)
  await expect(page.getByText('Your own upcoming bookings')).toBeVisible()
})
