import type { Page } from '@playwright/test'
import { dayMs } from '@hourspace/domain/durations.ts'
import { desktop, phone, violations } from '../../support/axe.ts'
import type { TestClients } from '../../support/instances.ts'
import { addBooking, addExtras, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { password } from '../../support/accounts.ts'
import { demoAccounts } from '../../support/sessions.ts'
import { expect, test } from '../../support/test.ts'

// Ignores the console error for the 409 response when a listing with a booking is deleted.
test.use({ expectedConsoleErrors: /status of 409.*remove_space/ })

/** Returns a listing of the demo host with several photos. */
async function listingOfHost(clients: TestClients) {
  const { data } = await clients.server
    .from('spaces')
    .select('id, title, images')
    .eq('user_id', await idOf(clients, demoAccounts.host.email))
    // Sorts the oldest first, so that the result is not a copy left by a failed attempt of this
    // test.
    .order('created_at')
    .throwOnError()
  const listing = data.find(({ images }) => images.length > 1)
  if (!listing) throw new Error('The demo host has no listing with photos')
  return listing
}

/** Duplicates a listing of the demo host and waits for the form of the copy. */
async function openCopy(page: Page, clients: TestClients) {
  const original = await listingOfHost(clients)
  await page.goto(`/hosting/listings/${original.id}`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(
    `Copy of ${original.title}`,
  )
}

test('a host can copy a listing and edit, open, archive, restore and delete the copy, which guests see only while it is open', async ({
  browserOf,
  clients,
}) => {
  const page = await browserOf('host', { viewport: desktop })
  await openCopy(page, clients)
  const path = new URL(page.url()).pathname
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  const title = `Corrected loft ${Date.now()}`
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Caption of photo 1' }).fill('The desk by the window')
  await page.getByRole('button', { name: 'Move photo 1 back' }).click()
  await page.getByRole('textbox', { name: 'Price per hour' }).fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Price per hour' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Price per hour' }).fill('73')
  await expect(page.getByText(/A new price applies to new bookings only/)).toBeVisible()

  await page.getByRole('link', { name: 'Back to listings' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toContainText(
    'aren’t saved yet',
  )
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await expect(page.getByRole('textbox', { name: 'Caption of photo 2' })).toHaveValue(
    'The desk by the window',
  )
  await test.step('"Discard changes" restores a removed photo', async () => {
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('textbox', { name: 'Caption of photo 2' })).toHaveValue(
      'The desk by the window',
    )
    await expect(page.getByText('All changes are saved.')).toBeVisible()
  })
  await test.step('Text typed while the form is saving stays as an unsaved change', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/spaces?*', async (route) => {
      if (route.request().method() === 'PATCH') await released
      await route.continue()
    })
    const description = page.getByRole('textbox', { name: 'Description' })
    await page.getByRole('textbox', { name: 'Capacity' }).fill('7')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await description.fill('Typed while the form is saving')
    release()
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    await expect(description).toHaveValue('Typed while the form is saving')
    await page.unroute('**/rest/v1/spaces?*')
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })
  await test.step('Photos that the host changes in another tab appear', async () => {
    const { data: copy } = await clients.server
      .from('spaces')
      .select('id, images, image_previews, image_captions')
      .eq('id', path.split('/').at(-1) ?? '')
      .single()
      .throwOnError()
    await clients.server
      .from('spaces')
      .update({
        images: copy.images.toReversed(),
        image_previews: copy.image_previews.toReversed(),
        image_captions: copy.image_captions.toReversed(),
      })
      .eq('id', copy.id)
      .throwOnError()
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    const index = copy.image_captions.toReversed().indexOf('The desk by the window') + 1
    await expect(page.getByRole('textbox', { name: `Caption of photo ${index}` })).toHaveValue(
      'The desk by the window',
    )
    await expect(page.getByText('All changes are saved.')).toBeVisible()
  })
  await page.getByText('Change history').click()
  await expect(page.getByText(/Price per hour: \d+ → 73/)).toBeVisible()

  await test.step('Guests do not see the copy before its host opens it', async () => {
    const publicPage = () => page.request.get(`/space/${path.split('/').at(-1)}`)
    const hidden = await publicPage()
    expect(hidden.status()).toBe(404)
    expect(await hidden.text()).toContain('Space not found')
    await expect(page.getByText('Only you see this copy.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to listings' }).click()
    const card = page.getByRole('listitem').filter({ hasText: title })
    await expect(card.getByText('Not visible yet')).toBeVisible()
    // The calendar omits archived listings.
    await expect(card.getByRole('link', { name: `Edit ${title}` })).toBeVisible()
    await expect(card.getByRole('link', { name: `Calendar of ${title}` })).toBeHidden()
    expect(await violations(page, 'main')).toEqual([])
    await card.getByRole('button', { name: `Open listing ${title}` }).click()
    await expect(page.getByRole('switch', { name: `Open for booking: ${title}` })).toBeChecked()
    expect((await publicPage()).status()).toBe(200)
    await page.getByRole('link', { name: `Edit ${title}` }).click()
  })

  await page.getByRole('link', { name: 'See it as a guest' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('img', { name: 'The desk by the window' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit the listing' }).click()
  await expect(page).toHaveURL(path)

  await test.step('On a phone the host archives, restores and deletes the listing', async () => {
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('Guests can’t find or book this space.')).toBeVisible()
    expect(await violations(page, 'main')).toEqual([])
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('link', { name: 'See it as a guest' })).toBeVisible()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('link', { name: 'Back to listings' }).click()
    await page.getByRole('button', { name: `Restore ${title}` }).click()
    await expect(page.getByRole('switch', { name: `Open for booking: ${title}` })).toBeVisible()
    await expect(page.getByRole('link', { name: title, exact: true })).toBeFocused()
    await page.getByRole('link', { name: `Edit ${title}` }).click()
    await page.getByRole('button', { name: 'Delete listing' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete listing' }).click()
    await expect(page).toHaveURL('/my-listings')
  })
})

test.describe('while listings cannot be loaded', () => {
  test.use({ expectedConsoleErrors: /status of 500.*\/rest\/v1\/spaces/ })

  test('the listing form keeps the saved values if the listing cannot be loaded again after the save', async ({
    browserOf,
    clients,
  }) => {
    const page = await browserOf('host', { viewport: desktop })
    await openCopy(page, clients)
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Renamed copy')
    await page.route('**/rest/v1/spaces?*', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 500, json: { message: 'Out of order' } })
        : route.continue(),
    )
    const reload = page.waitForResponse(
      (response) => response.status() === 500 && response.url().includes('/spaces?'),
    )
    await page.getByRole('button', { name: 'Save changes' }).click()
    await reload
    await expect(page.getByText('All changes are saved.')).toBeVisible()
    await expect(title).toHaveValue('Renamed copy')
  })
})

test.describe('while responses are lost', () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED|status of (400|502)/ })

  /** Lets the server handle the requests that save data, but drops its responses. */
  const loseResponses = (page: Page, url: RegExp) =>
    page.route(url, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fetch()
      return route.abort()
    })

  const unconfirmed = 'We couldn’t confirm the save; your changes are still here.'
  const button = (page: Page, name: string) => page.getByRole('button', { name })

  test('if the response to saving a listing is lost, Discard shows the stored listing, and the next save stores all fields', async ({
    browserOf,
    clients,
  }) => {
    const space = await listSpace(clients)
    await addExtras(clients, space.id, [{ name: 'Piano', price: 2000, unit: 'booking' }])
    const page = await browserOf({ email: space.hostEmail })
    await page.goto(`/hosting/listings/${space.id}`)
    const price = page.getByRole('textbox', { name: 'Price per hour' })
    const extraPrice = page.getByRole('textbox', { name: 'Price (JPY)' })
    await expect(price).toHaveValue('5000')

    await test.step('Discard keeps the input while the stored listing cannot be loaded', async () => {
      const spaces = /\/rest\/v1\/spaces\?/
      await loseResponses(page, spaces)
      await price.fill('6000')
      await button(page, 'Save changes').click()
      await expect(page.getByText(unconfirmed)).toBeVisible()
      await page.route(spaces, (route) => route.abort())
      await button(page, 'Discard changes').click()
      await expect(page.getByText('The listing could not be loaded.')).toBeVisible()
      await expect(page.getByText('You have unsaved changes.')).toBeVisible()
      await page.unroute(spaces)
      await price.fill('7000')
      await button(page, 'Discard changes').click()
      await expect(price).toHaveValue('6000')
      await expect(page.getByText('All changes are saved.')).toBeVisible()
      await expect(page.getByText('The listing could not be loaded.')).toBeHidden()
    })

    await test.step('After a save with a lost response, saving the original price stores the original price', async () => {
      const extras = /\/rest\/v1\/rpc\/set_space_extras/
      await loseResponses(page, extras)
      await extraPrice.fill('3000')
      await button(page, 'Save changes').click()
      await expect(page.getByText(unconfirmed)).toBeVisible()
      await page.unroute(extras)
      await extraPrice.fill('2000')
      await button(page, 'Save changes').click()
      await expect(page.getByText('All changes are saved.')).toBeVisible()
      const { data } = await clients.server
        .from('space_extras')
        .select('name, price')
        .eq('space_id', space.id)
        .throwOnError()
      expect(data).toEqual([{ name: 'Piano', price: 2000 }])
    })
  })

  test('in the opening hours form, Discard shows the stored hours after a failed save, and changes from another device appear', async ({
    browserOf,
    clients,
  }) => {
    const space = await listSpace(clients)
    const page = await browserOf({ email: space.hostEmail })
    await page.goto(`/hosting/listings/${space.id}/hours`)
    const shortest = page.getByLabel('Shortest booking')
    const rules = /\/rest\/v1\/rpc\/set_booking_rules/
    await expect(shortest).toHaveValue('1')

    await test.step('Discard removes the error of a rejected save', async () => {
      const rejection = { status: 400, json: { code: 'PT400', message: 'Rejected' } }
      await page.route(rules, (route) => route.fulfill(rejection))
      await shortest.selectOption('2 hours')
      await button(page, 'Save hours and prices').click()
      const failure = page.getByText('Nothing was saved; your changes are still here.')
      await expect(failure).toBeVisible()
      await page.unroute(rules)
      await button(page, 'Discard changes').click()
      await expect(shortest).toHaveValue('1')
      await expect(failure).toBeHidden()
    })

    await test.step('A repeated save counts as unsaved until it succeeds', async () => {
      await page.route(rules, (route) => route.fulfill({ status: 502, body: '<html>' }))
      await shortest.selectOption('2 hours')
      await button(page, 'Save hours and prices').click()
      await expect(page.getByText(unconfirmed)).toBeVisible()
      await page.unroute(rules)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(rules, async (route) => {
        await released
        await route.continue()
      })
      await shortest.selectOption('1 hour')
      await button(page, 'Save hours and prices').click()
      await expect(button(page, 'Saving...')).toBeFocused()
      await expect(page.getByText(unconfirmed)).toBeHidden()
      await page.getByRole('link', { name: space.title }).click()
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      release()
      await expect(page.getByText('Hours and prices saved')).toBeVisible()
      await page.unroute(rules)
    })

    await test.step('A failed Discard shows its error once', async () => {
      const spaces = /\/rest\/v1\/spaces\?/
      await page.route(rules, (route) => route.abort())
      await page.route(spaces, (route) => route.abort())
      await shortest.selectOption('2 hours')
      await button(page, 'Save hours and prices').click()
      await expect(page.getByText(unconfirmed)).toBeVisible()
      await button(page, 'Discard changes').click()
      await expect(page.getByText('The rules could not be loaded.')).toBeVisible()
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /./ })).toHaveCount(
        1,
      )
      await page.unroute(rules)
      await page.unroute(spaces)
      await button(page, 'Discard changes').click()
      await expect(page.getByText('All changes are saved.')).toBeVisible()
    })

    await test.step('Discard shows the stored hours after a save whose response was lost', async () => {
      await loseResponses(page, rules)
      await shortest.selectOption('2 hours')
      await button(page, 'Save hours and prices').click()
      await expect(page.getByText(unconfirmed)).toBeVisible()
      await page.unroute(rules)
      await shortest.selectOption('3 hours')
      await button(page, 'Discard changes').click()
      await expect(page.getByText('All changes are saved.')).toBeVisible()
      await expect(shortest).toHaveValue('2')
    })

    await test.step('Hours that the host changes on another device appear', async () => {
      const other = clients.visitor()
      await other.auth.signInWithPassword({ email: space.hostEmail, password })
      await other
        .rpc('set_booking_rules', { p_space_id: space.id, p_rules: { minimum_hours: 4 } })
        .throwOnError()
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(shortest).toHaveValue('4')
      await expect(page.getByText('All changes are saved.')).toBeVisible()
    })
  })
})

test('a listing with an upcoming booking cannot be deleted, and a deleted listing disappears from Today, the calendar and its own page', async ({
  browserOf,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, await signedUp('nils'))
  const booking = await addBooking(
    clients,
    bookingOf({ guest, space: space.id, startsAt: Date.now() + dayMs }),
  )
  const page = await browserOf({ email: space.hostEmail })
  await page.goto(`/hosting/listings/${space.id}`)
  await page.getByRole('button', { name: 'Delete listing' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Delete listing' }).click()
  await expect(dialog).toContainText('This space has 1 booking until')
  await expect(dialog).toContainText('Cancel it first, or archive the space and delete it later.')
  await expect(
    dialog.getByRole('link', { name: 'See its bookings in the calendar' }),
  ).toHaveAttribute('href', /^\/hosting\/calendar\?space=.*&from=\d{4}-\d\d-\d\d$/)

  await clients.server
    .from('bookings')
    .update({ status: 'cancelled', cancelled_at: new Date().toISOString() })
    .eq('id', booking)
    .throwOnError()
  await dialog.getByRole('button', { name: 'Delete listing' }).click()
  await expect(page).toHaveURL('/my-listings')
  for (const path of ['/hosting', '/hosting/calendar']) {
    await page.goto(path)
    await expect(page.getByText('List your first space')).toBeVisible()
  }
  await page.goto(`/hosting/listings/${space.id}/calendars`)
  await expect(page.getByRole('heading', { name: 'Listing not found' })).toBeVisible()
})

test('a host sets opening hours, limits, prices and discounts by keyboard and pointer, and guests see the hours and the discount', async ({
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const page = await browserOf({ email: space.hostEmail }, { viewport: phone, hasTouch: true })
  await page.goto('/my-listings')
  await page.getByRole('link', { name: `Edit ${space.title}` }).click()
  await page.getByRole('link', { name: 'Hours, calendar and more' }).click()
  await expect(page.getByRole('link', { name: 'Hours and prices' })).toBeInViewport()
  await page.getByRole('link', { name: 'Hours and prices' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hours and prices')

  await expect(
    page.getByText('These are the default hours. Save them if they work for you.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save hours and prices' }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()

  // All sizes are in rem, so a 195 px wide window has the layout of a 390 px wide phone with text
  // at 200%.
  await page.setViewportSize({ width: 195, height: 500 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
  await page.setViewportSize(phone)

  const sunday = page.getByRole('checkbox', { name: 'Open on Sunday' })
  await sunday.focus()
  await page.keyboard.press('Space')
  const monday = page.getByRole('button', { name: /^Hours on Monday:/ })
  await monday.click()
  await page.getByLabel('First start on Monday').selectOption('10:00 AM')
  await test.step('Undo restores the days that were overwritten with the hours of Monday', async () => {
    const friday = page.getByLabel('First start on Friday')
    await page.getByRole('button', { name: 'Use Monday’s hours for all days' }).click()
    await expect(friday).toHaveValue('10')
    await expect(sunday).toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(friday).toHaveValue('9')
    await expect(sunday).not.toBeChecked()
  })
  await page.getByLabel('Last start on Monday').selectOption('9:00 AM')
  await monday.click()
  await expect(page.getByLabel('Last start on Monday')).toBeHidden()
  await page.getByLabel('Shortest booking').selectOption('2 hours')
  await page.getByRole('button', { name: 'Add a price' }).click()
  await page.getByRole('button', { name: 'Add a discount' }).click()
  await page.getByLabel('Discount in %').fill('95')
  await page.getByRole('button', { name: 'Save hours and prices' }).click()
  await expect(page.getByText('The last start must not be before the first start')).toBeVisible()
  await expect(page.getByLabel('First start on Monday')).toBeFocused()
  await expect(page.getByLabel(/^Price \(/)).toHaveAccessibleDescription(
    'Please enter the price as a number',
  )
  await expect(page.getByLabel('Discount in %')).toHaveAccessibleDescription(
    'A discount is at most 90%',
  )
  expect(await violations(page, 'main')).toEqual([])

  await test.step('The focus stays in a list when its last row is removed', async () => {
    const button = (name: string) => page.getByRole('button', { name })
    await button('Add a discount').click()
    await button('Remove discount 2').press('Enter')
    await expect(button('Remove discount 1')).toBeFocused()
    await button('Add a date').click()
    await button('Remove the hours of this date').press('Enter')
    await expect(button('Add a date')).toBeFocused()
  })

  await page.getByLabel('Last start on Monday').selectOption('6:00 PM')
  await page.getByLabel(/^Price \(/).fill('99')
  await page.getByLabel('Discount in %').fill('15')
  await page.getByRole('button', { name: 'Save hours and prices' }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  const offered = page.getByRole('region', { name: 'What guests can book' })
  await expect(offered.getByText('Closed')).toHaveCount(1)
  await page.reload()
  await expect(sunday).not.toBeChecked()
  await expect(page.getByLabel('First start on Monday')).toHaveValue('10')

  await page.goto(space.path)
  const hours = page.getByRole('region', { name: 'Hours' })
  await expect(hours).toContainText('10:00 AM – 6:00 PM')
  await expect(page.getByText(/15%/).first()).toBeVisible()
})
