import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { phone, violations } from '../../support/axe.ts'
import { addBooking, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { cameraPicture } from '../../support/pictures.ts'
import { expect, test } from '../../support/test.ts'

test('the reviews of guest and host appear only when both are submitted, and the host’s answer is public', async ({
  page,
  signedUp,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const guestEmail = await signedUp('rhea')
  const guest = await idOf(clients, guestEmail)
  await clients.server.from('profiles').update({ full_name: 'Rhea Ferreira' }).eq('id', guest)
  const startsAt = Date.now() - 26 * hourMs
  const { data: booking } = await clients.server
    .from('bookings')
    .insert(bookingOf({ guest, space: space.id, startsAt }))
    .select('id')
    .single()
    .throwOnError()

  await page.goto('/my-bookings')
  const due = page.getByRole('region', { name: 'Review due' })
  await due.getByRole('link', { name: `Write a review of ${space.title}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`How was ${space.title}?`)
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Please choose one to five stars')).toBeVisible()
  // All sizes are in rem, so a 195 px wide window has the layout of a 390 px wide phone with text
  // at 200%.
  const desktop = page.viewportSize()!
  await page.setViewportSize({ width: 195, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
  await page.setViewportSize(desktop)
  expect(await violations(page, 'main')).toEqual([])

  const overall = page.getByRole('radiogroup', { name: 'Overall' })
  await overall.getByRole('radio', { name: '1 star, Poor' }).focus()
  await page.keyboard.press('Space')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await expect(overall.getByRole('radio', { name: '4 stars, Good' })).toBeChecked()
  await page
    .getByRole('radiogroup', { name: 'Cleanliness' })
    .getByText('3 stars, Okay', { exact: true })
    .click({ force: true })
  const comment = page.getByLabel('What should other guests know?')
  await comment.fill('Bright, but cold in the morning.')
  // Stars and text survive a reload.
  await page.reload()
  await expect(comment).toHaveValue('Bright, but cold in the morning.')
  await expect(overall.getByRole('radio', { name: '4 stars, Good' })).toBeChecked()
  const notes = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }
  await page.locator('input[type=file]').setInputFiles([notes, await cameraPicture()])
  await expect(page.getByText('notes.jpg could not be read as a picture.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Your review is saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const hostPage = await browserOf({ email: space.hostEmail })
  await hostPage.setViewportSize(phone)
  await hostPage.goto('/hosting')
  await hostPage.getByRole('link', { name: 'Write a review of Rhea Ferreira' }).click()
  await expect(hostPage.getByRole('heading', { level: 1 })).toHaveText('How was Rhea Ferreira?')
  await expect(hostPage.getByText('cold in the morning')).toBeHidden()
  expect(await violations(hostPage, 'main')).toEqual([])
  await hostPage.getByText('5 stars, Great', { exact: true }).click({ force: true })
  await hostPage.getByLabel('What should other hosts know?').fill('Left everything tidy.')
  await hostPage.getByRole('button', { name: 'Submit review' }).click()
  await expect(hostPage.getByText('Bright, but cold in the morning.')).toBeVisible()
  await hostPage.goto('/hosting')
  const unanswered = hostPage.getByRole('region', { name: 'Reviews to answer' })
  await expect(unanswered.getByRole('listitem')).toHaveText(
    /Rhea Ferreira.*4 out of 5.*Bright, but cold in the morning.*just now/,
  )
  expect(await violations(hostPage, 'main')).toEqual([])
  await unanswered.getByRole('link', { name: 'Answer the review by Rhea Ferreira' }).click()
  const answer = hostPage.getByLabel('Your public answer')
  await answer.fill('We have a new heater now. Ask heat@example.com')
  await hostPage.getByRole('button', { name: 'Publish answer' }).click()
  await expect(hostPage.getByText('Answer published')).toBeVisible()
  await expect(answer).toHaveValue('We have a new heater now. Ask [hidden]')
  await test.step('Text typed while the answer is saving stays', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await hostPage.route('**/rest/v1/rpc/answer_review', async (route) => {
      await released
      await route.continue()
    })
    await answer.fill('We have a new heater now.')
    await hostPage.getByRole('button', { name: 'Change answer' }).click()
    await expect(hostPage.getByRole('button', { name: 'Publishing...' })).toBeVisible()
    await answer.fill('We have a new heater now. It is warm.')
    release()
    await expect(hostPage.getByRole('button', { name: 'Change answer' })).toBeEnabled()
    await expect(answer).toHaveValue('We have a new heater now. It is warm.')
  })
  await hostPage.goto('/hosting')
  await expect(hostPage.getByRole('heading', { name: 'No guests today' })).toBeVisible()
  await expect(unanswered).toBeHidden()

  await page.reload()
  await expect(page.getByText('Left everything tidy.')).toBeVisible()
  await page.goto(space.path)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews).toContainText('Rhea F.')
  await expect(reviews).toContainText('We have a new heater now.')
  await reviews.getByRole('button', { name: 'Show the review' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Bright, but cold in the morning.')
  await expect(dialog.getByRole('img')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Report the review by Rhea F.' }).click()
  const report = page.getByRole('dialog', { name: 'Report this review' })
  await report.getByRole('radio', { name: 'It is spam or advertising' }).check()
  await report.getByLabel(/^Details/).fill('It names a shop.')
  await report.getByRole('button', { name: 'Send report' }).click()
  const thanks = page.getByRole('dialog', { name: 'Thank you for the report' })
  await expect(thanks.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Report the review by Rhea F.' })).toBeFocused()

  const { data: records } = await clients.server
    .from('reviews')
    .select('rating, cleanliness, photos, space:spaces(rating, reviewCount)')
    .eq('booking_id', booking.id)
    .single()
    .throwOnError()
  expect(records).toMatchObject({
    rating: 4,
    cleanliness: 3,
    photos: [expect.stringContaining('/spaces/')],
    space: { rating: 4, reviewCount: 1 },
  })
})

test('a review page without a form says which account to use or why the booking cannot be reviewed, and links to the booking', async ({
  page,
  signedIn,
  anotherBrowser,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const { hostEmail: guestEmail } = await listSpace(clients)
  const guest = await idOf(clients, guestEmail)
  const startsAt = Date.now() - 30 * dayMs
  const id = await addBooking(clients, bookingOf({ guest, space: space.id, startsAt }))
  const path = `/bookings/${id}/review`
  const visitor = await anotherBrowser()
  await visitor.goto(path)
  await expect(visitor.getByRole('dialog')).toContainText(
    'Sign in with the account of this booking to review it.',
  )
  const stranger = await browserOf({ email: (await listSpace(clients)).hostEmail })
  await stranger.goto(path)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Booking not found')

  await signedIn(guestEmail)
  await page.goto(path)
  await expect(page.getByRole('main')).toContainText(
    /Reviews of this booking closed on .* \(Tokyo\stime\)\./,
  )
  await expect(page.getByRole('link', { name: 'View booking' })).toBeVisible()
  await clients.server
    .from('bookings')
    .update({ status: 'cancelled', cancelled_at: new Date(startsAt - dayMs).toISOString() })
    .eq('id', id)
    .throwOnError()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to review here')
  await page.getByRole('link', { name: 'View booking' }).click()
  await expect(page).toHaveURL(`/bookings/${id}`)
})

test('on the Reviews page, a host can see the reviews and ratings of all spaces, filter the reviews, and answer them in place', async ({
  page,
  signedIn,
  clients,
}) => {
  const space = await listSpace(clients)
  const host = await idOf(clients, space.hostEmail)
  const attic = await listSpace(clients)
  const guest = await idOf(clients, attic.hostEmail)
  await clients.server.from('profiles').update({ full_name: 'Rhea Ferreira' }).eq('id', guest)
  await signedIn(space.hostEmail)
  await page.goto('/hosting/reviews')
  await expect(page.getByText('No reviews yet')).toBeVisible()

  await clients.server
    .from('spaces')
    .update({ user_id: host, title: 'Attic' })
    .eq('id', attic.id)
    .throwOnError()
  const addReview = async (index: number, spaceId: string, rating: number) => {
    const startsAt = Date.now() - (100 + 4 * index) * hourMs
    const { data: booking } = await clients.server
      .from('bookings')
      .insert(bookingOf({ guest, space: spaceId, startsAt }))
      .select('id')
      .single()
      .throwOnError()
    await clients.server
      .from('reviews')
      .insert({
        space_id: spaceId,
        booking_id: booking.id,
        user_id: guest,
        rating,
        comment: `Visit ${index}`,
        created_at: new Date(startsAt).toISOString(),
        published_at: new Date().toISOString(),
      })
      .throwOnError()
  }
  // Adds eleven reviews, because the page shows ten at first.
  for (let index = 0; index < 10; index++) await addReview(index, space.id, index === 0 ? 2 : 5)
  await addReview(10, attic.id, 4)

  await page.reload()
  const reviews = page.getByRole('list', { name: 'Reviews' }).getByRole('region')
  await expect(reviews).toHaveCount(10)
  await expect(reviews.first()).toHaveText(/Rhea F\..*2 out of 5.*Visit 0/)
  await expect(reviews.first()).toContainText(space.title)
  await expect(
    reviews.first().getByRole('button', { name: 'Report the review by Rhea F.' }),
  ).toBeVisible()
  const spaces = page.getByRole('navigation', { name: 'Spaces' })
  await expect(spaces.getByRole('link')).toHaveText([
    /All spaces.*4.6 out of 5.*11 reviews/,
    /Attic.*4 out of 5.*1 review$/,
    /4.7 out of 5.*10 reviews/,
  ])
  for (const size of [phone, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    expect(await violations(page, 'main')).toEqual([])
  }
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(reviews).toHaveCount(11)
  await expect(page.locator(':focus')).toContainText('Visit 10')

  await page.getByRole('button', { name: 'To answer' }).click()
  await expect(page).toHaveURL('/hosting/reviews?show=to-answer')
  await page.getByRole('button', { name: 'Answer to the review by Rhea F.' }).first().click()
  const answer = page.getByLabel('Your public answer')
  await expect(answer).toBeFocused()
  await answer.fill('Sorry about that. Write to me@example.com')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(answer).toBeHidden()
  await page.getByRole('button', { name: 'Answer to the review by Rhea F.' }).first().click()
  await expect(answer).toHaveValue('Sorry about that. Write to me@example.com')
  await page.getByRole('button', { name: 'Publish answer' }).click()
  await expect(page.getByText('Answer published')).toBeVisible()
  await expect(page.getByText('Visit 0')).toBeHidden()
  await expect(page.locator(':focus')).toContainText('Visit 1')

  await test.step('While the list loads again, the focus stays in the field in which the host types', async () => {
    const buttons = page.getByRole('button', { name: 'Answer to the review by Rhea F.' })
    await buttons.first().click()
    await answer.fill('Thank you.')
    await buttons.first().click()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/space_reviews?*', async (route) => {
      await released
      await route.continue()
    })
    const reload = page.waitForRequest('**/rest/v1/space_reviews?*')
    await page.getByRole('button', { name: 'Publish answer' }).first().click()
    await reload
    await answer.last().fill('It was a pleasure')
    release()
    await expect(page.getByText('Visit 1', { exact: true })).toBeHidden()
    await expect(answer).toHaveValue('It was a pleasure')
    await expect(answer).toBeFocused()
  })

  await spaces.getByRole('link', { name: 'Attic' }).click()
  await expect(page).toHaveURL(`/hosting/reviews?show=to-answer&space=${attic.id}`)
  await expect(reviews).toHaveText([/Visit 10/])
  await page.getByRole('button', { name: 'Answer to the review by Rhea F.' }).click()
  await answer.fill('Welcome back any time.')
  await answer.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No reviews to answer')).toBeVisible()
  await page.getByRole('link', { name: 'Show all reviews' }).click()
  await expect(reviews.first()).toContainText('Sorry about that. Write to [hidden]')
  const change = reviews.first().getByRole('button', { name: 'Change answer' })
  await change.click()
  await answer.fill('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await change.click()
  await expect(answer).toHaveValue('Sorry about that. Write to [hidden]')
  await answer.fill('')
  await page.getByRole('button', { name: 'Change answer', exact: true }).click()
  await expect(page.getByText('Answer removed')).toBeVisible()
  await expect(page.getByText('Sorry about that.')).toBeHidden()
  await expect(page.locator(':focus')).toContainText('Visit 0')
})

test('an admin sees why a review was reported, can hide it with a reason and undo this, and can decide again on the page of the booking', async ({
  page,
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const guest = await idOf(clients, space.hostEmail)
  const other = await listSpace(clients)
  const { data: booking } = await clients.server
    .from('bookings')
    .insert(bookingOf({ guest, space: other.id, startsAt: Date.now() - 50 * hourMs }))
    .select('id')
    .single()
    .throwOnError()
  const { data: review } = await clients.server
    .from('reviews')
    .insert({
      space_id: other.id,
      booking_id: booking.id,
      user_id: guest,
      rating: 1,
      comment: `Buy pills at ${other.title}`,
      published_at: new Date().toISOString(),
    })
    .select('id')
    .single()
    .throwOnError()
  await clients.server
    .from('review_reports')
    .insert({ review_id: review.id, user_id: guest, reason: 'spam', details: 'It sells pills' })
    .throwOnError()

  const admin = await browserOf('admin')
  await admin.goto('/admin')
  const item = admin
    .getByRole('region', { name: 'Reported reviews' })
    .getByRole('listitem')
    .filter({ hasText: `Buy pills at ${other.title}` })
  await expect(item).toContainText('Reported: It sells pills')
  await item.getByRole('button', { name: 'Hide review' }).click()
  await expect(item.getByText('Please give a reason')).toBeVisible()
  await item.getByLabel('Reason, for the log and the author').fill('Advertising')
  await item.getByRole('button', { name: 'Hide review' }).click()
  await expect(item).toHaveCount(0)
  // The focus moves to "To do" unless parallel specs have reported other reviews.
  await expect(admin.locator(':focus')).toHaveText(/^(Reported reviews|To do)$/)
  // The toast stays open while its button has the focus.
  const undo = admin.getByRole('button', { name: 'Undo' })
  await undo.focus()

  await page.goto(other.path)
  await expect(page.getByText('No reviews yet.')).toBeVisible()
  await undo.click()
  await expect(admin.getByText('Review kept')).toBeVisible()
  await page.goto(other.path)
  await expect(page.getByText(`Buy pills at ${other.title}`)).toBeVisible()

  await test.step('The page of the booking can hide the review and show it again at any time', async () => {
    await admin.goto(`/admin/bookings/${booking.id}`)
    await admin.getByRole('button', { name: 'Hide review' }).click()
    await expect(admin.getByText('Please give a reason')).toBeVisible()
    await admin.getByLabel('Reason, for the log and the author').fill('Advertising')
    await admin.getByRole('button', { name: 'Hide review' }).click()
    await expect(admin.getByText('Hidden', { exact: true })).toBeVisible()
    await admin.reload()
    await admin.getByLabel('Reason, for the log', { exact: true }).fill('The author explained it')
    await admin.getByRole('button', { name: 'Show review' }).click()
    await expect(admin.getByText('Hidden', { exact: true })).toBeHidden()
    await page.goto(other.path)
    await expect(page.getByText(`Buy pills at ${other.title}`)).toBeVisible()
  })
})
