import type { Locator } from '@playwright/test'
import { hourMs } from '@hourspace/domain/durations.ts'
import { chooseFromMenu } from '../../support/accounts.ts'
import { expectFits, phone, violations } from '../../support/axe.ts'
import { addBooking, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test('a host switches between hosting and guest mode in one click, and the browser remembers the mode', async ({
  page,
  signedIn,
  clients,
}) => {
  const space = await listSpace(clients)
  await signedIn(space.hostEmail)
  const header = page.getByRole('banner')
  const toGuest = header.getByRole('link', { name: 'Switch to booking' })
  const toHosting = header.getByRole('link', { name: 'Switch to hosting' })
  const hosting = page.getByRole('navigation', { name: 'Hosting' })

  await test.step('a user with a listing starts in host mode', async () => {
    await page.goto('/dashboard')
    await expect(hosting.getByRole('link')).toHaveText([
      'Today',
      'Calendar',
      'Listings',
      'Inbox',
      'Reviews',
      'Earnings',
    ])
    await expect(toGuest).toBeVisible()
  })
  await test.step('guest mode is kept on the next page load', async () => {
    await toGuest.click()
    await expect(page).toHaveURL('/my-bookings')
    const account = page.getByRole('navigation', { name: 'Your account' })
    await expect(account.getByRole('link')).toHaveText([
      'Bookings',
      'Favorites',
      'Inbox',
      'Profile',
    ])
    await account.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
    await page.reload()
    await expect(account).toBeVisible()
    await expect(toHosting).toBeVisible()
  })
  await test.step('on a phone, the account menu switches back to host mode', async () => {
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    expect(await violations(page, '[role=menu]')).toEqual([])
    await page.getByRole('menuitem', { name: 'Switch to hosting' }).click()
    await expect(page).toHaveURL('/hosting')
    await expect(hosting.getByRole('link', { name: 'Today' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.setViewportSize({ width: 1280, height: 720 })
    await chooseFromMenu(page, 'Earnings')
    await expect(page).toHaveURL('/hosting/earnings')
  })
})

/**
 * A time zone in which it is now between 8:00 and 16:00. Bookings that start or end a few hours
 * from now are then on the current day.
 */
const timeZone =
  ['Asia/Tokyo', 'Africa/Abidjan', 'Pacific/Pitcairn'].find((zone) => {
    const now = Number(
      new Intl.DateTimeFormat('en-US', {
        hour: '2-digit',
        hourCycle: 'h23',
        timeZone: zone,
      }).format(),
    )
    return now >= 8 && now < 16
  }) ?? 'Asia/Tokyo'

test('the Today page of a host lists arrivals, current guests, departures, requests, payouts and open tasks', async ({
  page,
  signedIn,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('gus'))
  await signedIn(space.hostEmail)
  await page.goto('/hosting/earnings')
  await expect(page.getByText('No earnings yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Get paid for your bookings' })).toBeVisible()
  const next = await addBooking(
    clients,
    bookingOf({ guest, space: space.id, startsAt: Date.now() + 72 * hourMs }),
  )
  await page.goto('/hosting')

  await test.step('the Today page of a day without guests links to the next booking and suggests how to get more bookings', async () => {
    await expect(page.getByRole('heading', { name: 'No guests today' })).toBeVisible()
    await expect(
      page.getByRole('link', { name: `Gus Tester at ${space.title}`, exact: true }),
    ).toHaveAttribute('href', `/bookings/${next}`)
    await expect(page.getByText(`${space.title} shows no photos.`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add photos', exact: true })).toHaveAttribute(
      'href',
      `/hosting/listings/${space.id}`,
    )
  })

  const at = (hours: number) => ({
    ...bookingOf({ guest, space: space.id, startsAt: Date.now() + hours * hourMs }),
    time_zone: timeZone,
    answer_by: null as string | null,
  })
  const { data: rows } = await clients.server
    .from('bookings')
    .insert([
      { ...at(-0.5), status: 'confirmed' },
      { ...at(2), status: 'confirmed' },
      {
        ...at(50),
        status: 'requested',
        answer_by: new Date(Date.now() + 20 * hourMs).toISOString(),
      },
      { ...at(-5), status: 'confirmed' },
    ])
    .select('id')
    .throwOnError()
  const [inside, arriving, request, over] = rows.map(({ id }) => id)
  await clients.server
    .from('payouts')
    .insert({
      booking_id: over ?? '',
      host_id: await idOf(clients, space.hostEmail),
      amount_minor: 4500,
      agreed_minor: 4500,
      currency: 'JPY',
      due_at: new Date(Date.now() + 20 * hourMs).toISOString(),
    })
    .throwOnError()

  await page.reload()
  const block = (name: string) => page.getByRole('region', { name })
  const booking = (name: string) => block(name).getByRole('listitem').getByRole('link')
  await expect(booking('Inside now')).toHaveAttribute('href', `/bookings/${inside}`)
  await expect(booking('Arriving')).toHaveAttribute('href', `/bookings/${arriving}`)
  await expect(booking('Leaving today')).toHaveCount(2)
  await expect(booking('Waiting for your answer')).toHaveAttribute('href', `/bookings/${request}`)
  await expect(block('Waiting for your answer')).toContainText(/\(in (19|20) hours\)/)
  await expect(block('Next payouts').getByRole('listitem')).toContainText('¥4,500')
  await expect(booking('Next payouts')).toHaveAttribute('href', `/bookings/${over}`)
  await expect(block('Checklist')).toContainText('0 of 7 done')
  await expect(block('Checklist').getByRole('link', { name: /^Write house rules/ })).toBeVisible()

  await expectFits(page, phone, 'main')
  const left = async (part: Locator) => (await part.boundingBox())?.x
  const answer = block('Waiting for your answer')
  expect(await left(answer.getByRole('link'))).toBe(await left(answer.getByText(/wants to book/)))
})

test('the Today page of a host whose only listing is archived or deleted still shows requests and payouts', async ({
  page,
  signedIn,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('greta'))
  await signedIn(space.hostEmail)
  const listing = (change: { archived_at?: string; withdrawn_at?: string }) =>
    clients.server.from('spaces').update(change).eq('id', space.id).throwOnError()
  const booking = (hours: number) =>
    bookingOf({ guest, space: space.id, startsAt: Date.now() + hours * hourMs })
  const request = await addBooking(clients, {
    ...booking(50),
    status: 'requested',
    answer_by: new Date(Date.now() + 20 * hourMs).toISOString(),
  })
  const over = await addBooking(clients, booking(-5))
  const firstSpace = page.getByText('List your first space')
  const block = (name: string) => page.getByRole('region', { name })

  await listing({ archived_at: new Date().toISOString() })
  await page.goto('/hosting')
  await expect(block('Waiting for your answer').getByRole('link')).toHaveAttribute(
    'href',
    `/bookings/${request}`,
  )
  await expect(block('Checklist')).toBeVisible()
  await expect(block('Checklist')).not.toContainText(space.title)
  await expect(firstSpace).toBeHidden()

  const withdrawnAt = new Date().toISOString()
  await clients.server
    .from('bookings')
    .update({
      status: 'cancelled',
      answer: 'withdrawn',
      answered_at: withdrawnAt,
      cancelled_at: withdrawnAt,
    })
    .eq('id', request)
    .throwOnError()
  await clients.server
    .from('payouts')
    .insert({
      booking_id: over,
      host_id: await idOf(clients, space.hostEmail),
      amount_minor: 4500,
      agreed_minor: 4500,
      currency: 'JPY',
      due_at: new Date(Date.now() + 20 * hourMs).toISOString(),
    })
    .throwOnError()
  await page.goto('/hosting/calendar?from=2030-01-01')
  await expect(page.getByText('All your listings are archived.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'My Listings' })).toBeVisible()
  await expect(firstSpace).toBeHidden()

  await listing({ withdrawn_at: new Date().toISOString() })
  await page.goto('/hosting')
  await expect(block('Next payouts').getByRole('listitem')).toContainText('¥4,500')
  await expect(firstSpace).toBeHidden()
})
