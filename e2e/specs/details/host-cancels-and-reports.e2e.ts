import { hourMs } from '@hourspace/domain/durations.ts'
import { dialogs, expectFits, phone } from '../../support/axe.ts'
import { dayInTokyo } from '../../support/booking.ts'
import { addBooking, bookAndPay, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

const photo = {
  name: 'lamp.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('the cancellation dialog of a host names the consequences, the hours stay blocked, and the guest first sees the refund and alternative spaces', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const slot = { date: dayInTokyo(3), hour: 14, hours: 1 }
  const id = await bookAndPay(clients, space, await signedUp('cleo'), slot)
  const hostPage = await browserOf({ email: space.hostEmail })
  await hostPage.setViewportSize(phone)
  await hostPage.goto(`/bookings/${id}`)
  await hostPage.getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = hostPage.getByRole('dialog', { name: 'Cancel this booking?' })
  await expect(dialog).toContainText('gets ¥5,500 back, including the platform fee')
  await expect(dialog).toContainText('This is your first cancellation in 12 months.')
  await expectFits(hostPage, phone, dialogs)
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(dialog).toContainText('Please choose a reason')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').selectOption('Illness or emergency')
  await dialog.getByLabel(/^Message to the guest/).fill('I am so sorry, I have the flu.')
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(hostPage.getByRole('main')).toContainText('You cancelled this booking')
  const ownTime = hostPage.getByText('Your time:').locator('span')
  await expect(ownTime).toHaveCSS('text-decoration-line', 'line-through')
  const { data: blocks } = await clients.server
    .from('space_availability')
    .select('kind')
    .eq('space_id', space.id)
    .eq('active', true)
    .throwOnError()
  expect(blocks).toEqual([{ kind: 'blackout' }])

  await page.setViewportSize(phone)
  await page.goto(`/bookings/${id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('The host cancelled this booking')
  await expect(main).toContainText('I am so sorry, I have the flu.')
  await expect(main).toContainText('Cancelled by the host')
  await expect(page.getByText(/^¥5,500 (refunded|on its way to you)\.$/)).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Getting there' })).toBeHidden()
  const elsewhere = page.getByRole('link', { name: 'Spaces free at that time' })
  await expect(elsewhere).toBeInViewport({ ratio: 1 })
  await expectFits(page, phone, 'main')
  await elsewhere.click()
  await expect(page).toHaveURL(
    `/explore?location=Tokyo&date=${slot.date}&from=14%3A00&hours=1&guests=1`,
  )
})

test('guest and host report problems, an admin decides with a reason, and both read the outcome', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('gus'))
  const startsAt = Date.now() - hourMs / 2
  const id = await addBooking(clients, bookingOf({ guest, space: space.id, startsAt }))
  const main = page.getByRole('main')

  await test.step('The guest reports that the door stayed locked', async () => {
    await page.setViewportSize(phone)
    await page.goto(`/bookings/${id}`)
    await page.getByRole('button', { name: 'Report a problem' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report a problem' })
    await dialog.getByRole('radio', { name: 'I couldn’t get in' }).check()
    await expect(dialog).toContainText('you get everything back, including the platform fee')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog).toContainText('Please describe it in a sentence or two')
    await expect(dialog.getByLabel('What happened, and when?')).toBeFocused()
    await expectFits(page, phone, dialogs)
    await dialog.getByLabel('What happened, and when?').fill('The key box was empty at 2 PM.')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(main).toContainText('No access to the space')
    await expect(main).toContainText('The host’s payout waits until then.')
    await expectFits(page, phone, 'main')
  })

  const hostPage = await browserOf({ email: space.hostEmail })
  const hostMain = hostPage.getByRole('main')
  await test.step('The host reads the report and claims a damage with a photo', async () => {
    await hostPage.goto(`/bookings/${id}`)
    await expect(hostMain).toContainText('The key box was empty at 2 PM.')
    await expect(hostMain).toContainText('Your payout waits until then.')
    await expect(hostMain).toContainText('This booking has started, so it can’t be cancelled')
    await hostPage.getByRole('button', { name: 'Report a problem' }).click()
    const dialog = hostPage.getByRole('dialog', { name: 'Report a problem' })
    await dialog.getByRole('radio', { name: 'Something was damaged' }).check()
    await dialog.getByLabel('What happened, and when?').fill('The standing lamp is broken.')
    const amount = dialog.getByLabel('Amount of the damage (JPY)')
    await amount.fill('7999.5')
    await dialog.locator('input[type=file]').setInputFiles(photo)
    await expect(dialog.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Please enter a whole number of JPY')).toBeVisible()
    await amount.fill('8000')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(hostMain).toContainText('Claimed: ¥8,000')
    await expect(hostMain.getByRole('img', { name: /^1 of 1 of this report/ })).toBeVisible()
  })

  await test.step('The admin decides both reports from the queue', async () => {
    const admin = await browserOf('admin')
    await admin.goto('/admin')
    const queue = admin.getByRole('region', { name: 'Booking problems' })
    const reports = queue.getByRole('listitem').filter({ hasText: space.title })
    await expect(reports.filter({ hasText: 'No access to the space' }).first()).toBeVisible()
    await queue.getByRole('link', { name: space.title }).first().click()
    const title = admin.getByRole('heading', { level: 1, name: space.title })
    await expect(title).toBeVisible()

    const dialog = admin.getByRole('dialog')
    const decide = async (heading: string, button: string | RegExp, reason: string) => {
      await admin.getByRole('button', { name: new RegExp(`^Decide.*${heading}`) }).click()
      await expect(dialog.getByRole('heading', { name: heading })).toBeVisible()
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog).toContainText('Please give a reason')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog).toBeHidden()
      await expect(title).toBeFocused()
    }
    await decide('No access to the space', /^Refund/, 'The key box was not filled.')
    await decide('Damage', 'Decline report', 'The photo shows an old crack.')
    const log = admin.getByRole('main')
    await expect(log).toContainText('accepted: No access to the space')
    await expect(log).toContainText('declined: Damage')
  })

  await test.step('Both sides read the outcome', async () => {
    await page.reload()
    await expect(main).toContainText('The key box was not filled.')
    await hostPage.reload()
    await expect(hostMain).toContainText('The claim was not accepted.')
    await expect(hostMain).toContainText('The photo shows an old crack.')
  })
})
