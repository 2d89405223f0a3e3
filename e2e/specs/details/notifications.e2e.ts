import { hourMs } from '@hourspace/domain/durations.ts'
import { password } from '../../support/accounts.ts'
import { desktop, dialogs, phone, violations } from '../../support/axe.ts'
import { addBooking, bookingOf, idOf, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test('a notification appears in the bell without a reload and is marked as read when opened, and a user can turn a channel off', async ({
  page,
  signedUp,
  clients,
}) => {
  const user = await idOf(clients, await signedUp('nell'))
  let count = 0
  const notify = async (kind: string, path = '/my-bookings') => {
    count += 1
    const facts = { space_title: `Loft ${count}`, guest_name: 'Ben', currency: 'EUR' }
    await clients.server
      .rpc('notify', {
        p_user_id: user,
        p_kind: kind,
        p_path: path,
        p_data: { ...facts, sent_minor: 1000 },
        p_dedupe_key: crypto.randomUUID(),
        p_channels: ['app'],
      })
      .throwOnError()
  }
  await page.setViewportSize(desktop)
  await page.goto('/profile')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  await notify('new-booking')
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await notify('booking-confirmed', '/favorites')
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')

  await test.step('The panel opens by keyboard, and opening a notification marks it as read', async () => {
    await bell.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await expect(panel.getByRole('link', { name: 'Ben booked your space' })).toBeVisible()
    expect(await violations(page, dialogs)).toEqual([])
    await panel.getByRole('link', { name: 'Your booking is confirmed' }).click()
    await expect(page).toHaveURL('/favorites')
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  })

  await test.step('The notifications page groups payouts sent at the same time and can mark all notifications as read', async () => {
    await page.setViewportSize(phone)
    await page.getByRole('link', { name: /^Notifications, / }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
    await notify('payout-sent')
    await notify('payout-sent')
    await notify('payout-sent')
    await expect(page.getByText('3 payouts are on their way to you')).toBeVisible()
    await expect(page.getByText('€30.00')).toBeVisible()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('3 payouts are on their way to you')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  })

  await test.step('A channel that was turned off stays off after a reload and receives no notifications', async () => {
    await page.getByRole('link', { name: 'Choose what you get' }).click()
    const reviews = page.getByRole('switch', { name: 'Reviews in the app' })
    const saved = page.waitForResponse(/\/rpc\/set_notification_preference/)
    await reviews.press('Space')
    await expect(reviews).not.toBeChecked()
    await saved
    await page.reload()
    await expect(reviews).not.toBeChecked()
    await notify('review-published')
    await notify('message-received')
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
  })

  await test.step('The response to a request from before the change does not revert a switch', async () => {
    const preferences = '**/rest/v1/notification_preferences*'
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    await page.route(
      preferences,
      async (route) => {
        const response = await route.fetch()
        hold()
        await released
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    // The page loads its data again for each notification.
    await notify('payout-sent')
    await isHeld
    const reminders = page.getByRole('switch', { name: 'Reminders by email' })
    const reloads = page.waitForRequest(preferences)
    await reminders.press('Space')
    await expect(reminders).not.toBeChecked()
    await reloads
    release()
    await expect(reminders).not.toBeChecked()
  })
})

test('a page without user input subscribes to changes after 10 s and then shows the changes made since the page was loaded', async ({
  page,
  signedUp,
  clients,
}) => {
  const guest = await idOf(clients, await signedUp('nina'))
  const space = await listSpace(clients)
  const startsAt = Date.now() + 48 * hourMs
  const id = await addBooking(clients, bookingOf({ guest, space: space.id, startsAt }))
  await page.goto(`/bookings/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(space.title)
  const title = `${space.title}, renamed`
  await clients.server.from('spaces').update({ title }).eq('id', space.id).throwOnError()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a one-click unsubscribe request turns off one kind of email, and the unsubscribe page can undo this or open the email settings after sign-in', async ({
  page,
  signedUp,
  anotherBrowser,
  clients,
  instance,
}) => {
  const email = await signedUp('otis')
  const user = await idOf(clients, email)
  const { server } = clients
  const { id: space } = await listSpace(clients)
  const startsAt = Math.ceil(Date.now() / hourMs + 24) * hourMs
  const { data: booking } = await server
    .from('bookings')
    .insert(bookingOf({ guest: user, space, startsAt }))
    .select('id')
    .single()
    .throwOnError()
  const { data: facts } = await server
    .rpc('booking_mail_data', { p_booking_id: booking.id })
    .throwOnError()
  await server
    .rpc('notify', {
      p_user_id: user,
      p_kind: 'reminder-day',
      p_path: `/bookings/${booking.id}`,
      p_data: facts,
      p_dedupe_key: crypto.randomUUID(),
      p_channels: ['email'],
    })
    .throwOnError()
  const { data } = await server.from('notification_keys').select('key').eq('user_id', user).single()
  const link = `/notifications/unsubscribe?key=${data?.key}&group=reminders`
  const choices = async () =>
    (await server.from('notification_preferences').select('is_enabled').eq('user_id', user)).data

  // Mail clients send this one-click unsubscribe request (RFC 8058) without cookies and without a
  // session.
  const answer = await fetch(new URL(link, instance.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  expect(await choices()).toEqual([{ is_enabled: false }])

  await page.goto(link)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('You’re unsubscribed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(heading).toHaveText('You’re subscribed again')
  expect(await choices()).toEqual([{ is_enabled: true }])
  await page.goto(link)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(heading).toHaveText('You’re unsubscribed')
  expect(await violations(page, 'main')).toEqual([])
  expect(await choices()).toEqual([{ is_enabled: false }])
  await page.goto(link.replace('reminders', 'agenda'))
  await expect(page.getByText('You’ll no longer get emails about your daily agenda.')).toBeVisible()

  const visitor = await anotherBrowser()
  await visitor.goto(link.replace('reminders', 'unknown'))
  await visitor.getByRole('link', { name: 'Open your profile' }).click()
  const dialog = visitor.getByRole('dialog', { name: 'Sign In' })
  await expect(dialog).toContainText('Sign in to choose your emails.')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(visitor).toHaveURL('/profile#notifications')
})
