import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import {
  cards,
  chooseDay,
  chooseTime,
  dayInTokyo,
  continueToPayment,
} from '../../support/booking.ts'
import { expectConfirmed, gridCell, payWith, showWeekOf, slot } from '../../support/booking.ts'
import { mailTo } from '../../support/mails.ts'
import { listSpace } from '../../support/market.ts'
import { mailBody, openMail } from '../../support/outbox.ts'
import { chooseFromMenu, signUp } from '../../support/accounts.ts'
import { cameraPicture, inspect, phonePicture, plainPicture } from '../../support/pictures.ts'
import { recordsOf } from '../../support/records.ts'
import { expect, test } from '../../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const title = `Lantern Loft ${Date.now() % 1_000_000}`
const [date, start, hours] = [dayInTokyo(3), '10:00 AM', 3]
/**
 * Expected amounts for 3 hours at 5,000 JPY. The total includes the platform fee; the host's share
 * excludes the commission.
 */
const yen = { total: '¥16,500', share: '¥13,500', shareMinor: 13_500 }

test('a host lists a space, a guest books and pays by card, and the host is paid out', async ({
  page: host,
  anotherBrowser,
  clients,
}) => {
  test.slow()
  const onlooker = await anotherBrowser()
  const guest = await anotherBrowser()
  let spaceUrl = ''
  let [hostEmail, guestEmail] = ['', '']

  await test.step('A new host signs up', async () => {
    await host.goto('/')
    hostEmail = await signUp(host, 'hana')
  })

  await test.step('The host connects a Stripe account for payouts', async () => {
    await chooseFromMenu(host, 'Dashboard')
    await host.getByRole('button', { name: 'Connect Stripe Account' }).click()
    await host.getByRole('button', { name: 'Finish onboarding' }).click()
    await expect(host.getByRole('heading', { name: 'Payouts are set up' })).toBeVisible()
  })

  await test.step('A visitor has the explore page open', async () => {
    // Adds another space, because the explore page shows a list only if there are spaces.
    await listSpace(clients)
    await onlooker.goto('/explore')
    await expect(onlooker.getByRole('list', { name: 'Spaces' })).toBeVisible()
    await expect(onlooker.getByRole('link', { name: title })).toBeHidden()
  })

  await test.step('The host lists a space in Tokyo with three camera pictures', async () => {
    await chooseFromMenu(host, 'List A Space')
    const chooser = host.waitForEvent('filechooser')
    await host.getByRole('button', { name: 'Add photos Up to 5 photos' }).click()
    const pictures = await Promise.all([phonePicture(), cameraPicture(), plainPicture()])
    await (await chooser).setFiles(pictures)
    await host.getByLabel('Title').fill(title)
    await host.getByLabel('Description').fill('Paper lanterns, cedar floor, morning light.')
    await host.getByLabel('Space type').selectOption('Studio')
    await host.getByRole('textbox', { name: 'Capacity' }).fill('12')
    await host.getByLabel('Amenities').fill('Wi-Fi, Projector, Kitchen, Tatami')
    await host.getByLabel('Location').fill('Tokyo')
    await host.getByLabel('Location').press('Tab')
    await expect(host.getByRole('combobox', { name: 'Country' })).toHaveValue('Japan')
    await expect(host.getByText(/^Time zone: Tokyo time/)).toBeVisible()
    await host.getByLabel('Currency').selectOption('JPY')
    await host.getByLabel('Price per hour').fill('5000')
    await host.getByLabel('Your name').fill('Hana Sato')
    await host.getByRole('button', { name: 'Create Listing' }).click()
    await expect(host.getByRole('heading', { name: 'My Listings' })).toBeVisible()
    await expect(host.getByRole('link', { name: title, exact: true })).toBeVisible()
  })

  await test.step('The space appears live on the open explore page', async () => {
    await expect(onlooker.getByRole('link', { name: title })).toBeVisible()
  })

  const { data: space } = await clients
    .visitor()
    .from('spaces')
    .select()
    .eq('title', title)
    .single()
    .throwOnError()
  const records = recordsOf(clients, space.id)

  await test.step('Stored pictures are upright and contain no location', async () => {
    expect(space.images).toHaveLength(3)
    const stored = await Promise.all(
      space.images.map(async (url) => {
        const response = await host.request.get(url)
        expect(response.status()).toBe(200)
        return inspect(await response.body())
      }),
    )
    for (const picture of stored) expect(picture).toMatchObject({ hasExif: false, isTurned: false })
    const [phone, camera] = stored
    expect(phone).toMatchObject({ isUpperEdgeRed: true })
    expect(phone!.height).toBeGreaterThan(phone!.width)
    expect(camera!.width).toBeGreaterThan(camera!.height)
  })

  await test.step('Each picture has an upright preview', async () => {
    const previews = await Promise.all(
      space.image_previews.map((uri) => inspect(Buffer.from(uri.split(',')[1] ?? '', 'base64'))),
    )
    expect(previews).toHaveLength(3)
    expect(previews[0]).toMatchObject({ height: 16, width: 12, isUpperEdgeRed: true })
    expect(previews[1]).toMatchObject({ height: 12, width: 16 })
  })

  await test.step('A new guest finds the space by search', async () => {
    await guest.goto('/')
    guestEmail = await signUp(guest, 'gil')
    const search = guest.getByRole('combobox', { name: 'Search by location, country, or title' })
    await search.fill(title.toLowerCase())
    await search.press('Enter')
    await expect(guest.getByText('1 space', { exact: true })).toBeVisible()
    await guest.getByRole('link', { name: title, exact: true }).click()
    await expect(guest.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    spaceUrl = guest.url()
  })

  await test.step('The guest picks a date, three hours and a slot', async () => {
    await chooseTime(guest, { date, hours, start })
    const form = guest.getByRole('form', { name: 'Book this space' })
    await expect(form.getByText(yen.total)).toBeVisible()
    await guest.getByRole('button', { name: 'Continue to Payment' }).click()
  })

  await test.step('The guest, who has no name yet, enters it', async () => {
    await expect(guest.getByRole('region', { name: 'Your host' })).toContainText('Hana Sato')
    await guest.getByLabel('Your name').fill('Gil Moreau')
    await continueToPayment(guest)
  })

  await test.step('The guest pays by card', async () => {
    await payWith(guest, cards.succeeds)
    await expectConfirmed(guest)
    await expect(guest.getByText(yen.total)).toBeVisible()
  })

  await test.step('Guest and host receive emails about the booking', async () => {
    const toGuest = await mailTo(guest, guestEmail)
    expect(toGuest.subject).toContain(`Booked: ${title}`)
    for (const text of ['10:00 AM – 1:00 PM', 'Japan Standard Time (GMT+9)', yen.total])
      expect(toGuest.text).toContain(text)
    await openMail(onlooker, hostEmail, `New booking: ${title}`)
    await expect(mailBody(onlooker)).toContainText(yen.share)
  })

  await test.step('My Bookings shows the booking', async () => {
    await chooseFromMenu(guest, 'My Bookings')
    const booking = guest
      .getByRole('listitem')
      .filter({ has: guest.getByRole('heading', { name: title }) })
    await expect(booking).toContainText('Confirmed')
    await expect(booking).toContainText('10:00 AM – 1:00 PM')
    await expect(booking).toContainText(yen.total)
  })

  await test.step("The host's dashboard shows the booking", async () => {
    await chooseFromMenu(host, 'Dashboard')
    const booking = bookingOfHost()
    await expect(booking).toContainText('Gil Moreau')
    await expect(booking).toContainText('10:00 AM – 1:00 PM')
    await expect(booking).toContainText(yen.share)
    await expect(booking).toContainText('Will be sent')
    await expect(host.getByRole('main')).toMatchAriaSnapshot(`
      - term: Total Earnings
      - definition: ${yen.share}
      - definition
      - term: Active Bookings
      - definition: "1"
      - term: Total Listings
      - definition: "1"
    `)
  })

  await test.step('The weekly grid shows the hours as taken', async () => {
    await onlooker.goto(spaceUrl)
    await showWeekOf(onlooker, date)
    for (const hour of ['10:00 AM', '11:00 AM', '12:00 PM'])
      await expect(gridCell(onlooker, date, hour)).toHaveAccessibleName(/booked$/)
    await expect(gridCell(onlooker, date, '1:00 PM')).toHaveAccessibleName(/free$/)
  })

  await test.step('Another guest cannot book these hours', async () => {
    await chooseDay(onlooker, date)
    for (const taken of ['10:00 AM', '11:00 AM', '12:00 PM'])
      await expect(slot(onlooker, taken)).toBeDisabled()
    await expect(slot(onlooker, '1:00 PM')).toBeEnabled()
  })

  await test.step('Time advances to a day after the end of the booking', async () => {
    const [booking] = await records.bookings()
    expect(booking).toMatchObject({ total_price: 16_500, host_share_amount: 13_500 })
    const end = new Date(booking!.end_time).getTime()
    const now = (await clients.stripe.now()).getTime()
    // In a retry of this test, the clock is already past that day. It then advances by an hour, so
    // that the scheduled jobs run again.
    await clients.stripe.moveClockTo(new Date(Math.max(end + dayMs + 1000, now + hourMs)))
  })

  await test.step("The host's share is transferred", async () => {
    await expect
      .poll(records.transfers)
      .toMatchObject([{ amount: yen.shareMinor, currency: 'jpy' }])
    const [transfer] = await records.transfers()
    const { balances } = await clients.stripe.state()
    expect(balances[String(transfer!.destination)]).toEqual({ jpy: yen.shareMinor })
    await expect.poll(records.ledger).toEqual([
      { kind: 'charge', amount_minor: 16_500, currency: 'JPY' },
      { kind: 'transfer', amount_minor: -yen.shareMinor, currency: 'JPY' },
    ])
    await host.reload()
    await expect(bookingOfHost()).toContainText('Paid out')
  })

  function bookingOfHost() {
    return host
      .getByRole('region', { name: 'Guest bookings' })
      .getByRole('listitem')
      .filter({ hasText: title })
  }
})
