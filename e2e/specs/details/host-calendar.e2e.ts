import type { Page } from '@playwright/test'
import { addDays, spanAt, todayIn, weekOf } from '@hourspace/domain/slots.ts'
import { formatDate } from '@hourspace/web/lib/times.ts'
import { desktop, dialogs, expectFits, phone } from '../../support/axe.ts'
import { dayInTokyo, spokenDay } from '../../support/booking.ts'
import { bookAndPay, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

test.use({ expectedConsoleErrors: /status of 503 .*\/(host_calendar|block_times)/ })

const hour = (page: Page, name: RegExp) => page.getByRole('gridcell').getByRole('button', { name })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Selected hours' })

test('the calendar of a host starts with the seven days from today, and its buttons open the next seven days, the month and today again', async ({
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const host = await browserOf({ email: space.hostEmail })
  await host.goto('/hosting/calendar')
  const days = host.getByRole('columnheader', { name: /day, / })
  const today = () => todayIn('America/New_York', new Date())
  const expectFirst = (plus: number) =>
    expect(async () => {
      const name = await days.first().getAttribute('aria-label', { timeout: 1000 })
      expect(name).toContain(spokenDay(addDays(today(), plus)))
    }).toPass()
  await expectFirst(0)
  await expect(days).toHaveCount(7)
  await expect(host.getByRole('combobox', { name: 'Space' })).toHaveCount(0)
  await host.getByRole('button', { name: 'Next week' }).click()
  await expectFirst(7)
  await host.getByRole('button', { name: 'Today', exact: true }).click()
  await expectFirst(0)
  await host.getByRole('button', { name: 'Month' }).click()
  await expect(host).toHaveURL(/month=/)
  await host.getByRole('button', { name: 'Week', exact: true }).click()
  await expectFirst(0)
  await test.step('A link with the id of a deleted space opens the calendar of all spaces', async () => {
    await host.goto(`/hosting/calendar?space=${crypto.randomUUID()}`)
    await expectFirst(0)
  })
})

test('a host blocks hours in the calendar by keyboard and unblocks a part of these hours', async ({
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const day = dayInTokyo(8)
  const host = await browserOf({ email: space.hostEmail })
  await host.setViewportSize(desktop)
  await host.goto(`/hosting/calendar?week=${day}`)
  const grid = host.getByRole('grid', { name: `Hours of ${space.title}` })
  await expect(grid).toBeVisible()
  await expect(host.getByRole('link', { name: 'Import or export a calendar' })).toHaveAttribute(
    'href',
    `/hosting/listings/${space.id}/calendars`,
  )
  await host.getByRole('button', { name: 'Block dates' }).click()
  await expect(host.getByRole('dialog').getByRole('group', { name: 'From' })).toContainText(
    new RegExp(`${Number(weekOf(day)[0]?.slice(5, 7))}.*${Number(weekOf(day)[0]?.slice(8))}`),
  )
  await host.keyboard.press('Escape')

  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const first = grid.locator('button[tabindex="0"]')
  await first.focus()
  for (let column = 0; column < weekday; column += 1) await host.keyboard.press('ArrowRight')
  await host.keyboard.press('ArrowDown')
  await host.keyboard.press('Shift+ArrowDown')
  await host.keyboard.press('Shift+ArrowDown')
  await expect(host.getByText('10 AM to 1 PM selected')).toBeAttached()
  await host.keyboard.press('Enter')
  await expect(panel(host)).toContainText('Guests pay ¥15,000')
  await expectFits(host, desktop)
  await panel(host).getByLabel('Note').fill('Painting')
  await host.keyboard.press('Enter')
  await expect(host.getByText('Time blocked')).toBeVisible()
  await expect(panel(host)).toBeHidden()
  await expect(hour(host, /11:00 AM – 12:00 PM: Blocked: Painting/)).toBeAttached()

  await host.keyboard.press('Shift+ArrowDown')
  await host.keyboard.press('Enter')
  await panel(host).getByRole('button', { name: 'Open these hours' }).focus()
  await host.keyboard.press('Enter')
  await expect(host.getByText('Time unblocked')).toBeVisible()
  await expect(hour(host, /11:00 AM – 12:00 PM: Blocked/)).toHaveCount(0)
  await expect(hour(host, /12:00 PM – 1:00 PM: Blocked: Painting/)).toBeAttached()

  const from = (await hour(host, /^2:00 PM/)
    .nth(weekday)
    .boundingBox())!
  await host.mouse.move(from.x + 5, from.y + 5)
  await host.mouse.down()
  await host.mouse.move(from.x + 5, from.y + from.height * 2 + 5, { steps: 4 })
  await host.mouse.up()
  await expect(panel(host).getByLabel('Until', { exact: true })).toHaveValue('16')

  await test.step('The panel of an hour opens only after its week has loaded', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await host.route('**/rest/v1/rpc/host_calendar', async (route) => {
      await released
      await route.continue()
    })
    await host.getByRole('button', { name: 'Next week' }).click()
    await expect(host.locator('[aria-busy=true]').filter({ has: grid })).toBeVisible()
    await hour(host, /^2:00 PM/)
      .nth(weekday)
      .click()
    await expect(panel(host)).toBeHidden()
    release()
    await expect(panel(host).getByRole('button', { name: 'Block these hours' })).toBeVisible()
    await expect(host.locator('[aria-busy=true]')).toHaveCount(0)
  })

  await test.step('A week that could not be loaded shows an error instead of free hours', async () => {
    await host.unroute('**/rest/v1/rpc/host_calendar')
    await host.route('**/rest/v1/rpc/host_calendar', (route) => route.fulfill({ status: 503 }))
    await host.getByRole('button', { name: 'Next week' }).click()
    await expect(host.getByText('Failed to fetch your calendar')).toBeVisible()
    await expect(grid).toBeHidden()
    await host.unroute('**/rest/v1/rpc/host_calendar')
    await host.getByRole('button', { name: 'Try again' }).click()
    await expect(grid).toBeVisible()
  })
})

test('on a phone, a host can block several hours by touch, find the block in the month view and add a note', async ({
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const day = dayInTokyo(8)
  const host = await browserOf({ email: space.hostEmail })
  await host.setViewportSize(phone)
  await host.goto(`/hosting/calendar?week=${day}`)
  await hour(host, /^10:00 AM – 11:00 AM/)
    .nth(3)
    .click()
  await panel(host).getByLabel('Until', { exact: true }).selectOption('1 PM')
  await panel(host).getByRole('button', { name: 'Block these hours' }).click()
  await expect(host.getByText('Time blocked')).toBeVisible()
  await host.getByRole('button', { name: 'Month' }).click()
  await expect(host.getByRole('link', { name: /Blocked/ })).toBeVisible()
  await expectFits(host, phone)
  await host.getByRole('link', { name: /Blocked/ }).click()
  await expect(host).toHaveURL(/week=/)
  await hour(host, /^12:00 PM – 1:00 PM: Blocked/).click()
  await panel(host).getByRole('button', { name: 'Add note' }).click()
  await expect(panel(host).getByLabel('Note')).toBeFocused()
  await host.keyboard.type('Paint')

  await test.step('The form keeps text that is typed while the note is saved', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await host.route('**/rest/v1/rpc/set_block_note', async (route) => {
      await released
      await route.continue()
    })
    const sent = host.waitForRequest('**/rest/v1/rpc/set_block_note')
    await host.keyboard.press('Enter')
    await sent
    await host.keyboard.type('ing')
    release()
    await expect(host.getByText('Note saved')).toBeVisible()
    await expect(panel(host).getByLabel('Note')).toHaveValue('Painting')
    await host.unroute('**/rest/v1/rpc/set_block_note')
  })

  await host.keyboard.press('Enter')
  await expect(panel(host).getByRole('button', { name: 'Edit note' })).toBeFocused()
  await expect(hour(host, /^12:00 PM – 1:00 PM: Blocked: Painting/)).toBeAttached()
  await expectFits(host, phone)
})

test('a host can block hours or whole days weekly except at booked times, undo the block, and unblock some of the weeks', async ({
  browserOf,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients)
  const [day, booked, last] = [8, 15, 22].map(dayInTokyo) as [string, string, string]
  await bookAndPay(clients, space, await signedUp('wim'), { date: booked, hour: 10, hours: 1 })
  const blockedStarts = async () => {
    const { data } = await clients.server
      .from('space_availability')
      .select('start_time')
      .eq('space_id', space.id)
      .eq('kind', 'blackout')
      .eq('active', true)
      .order('start_time')
      .throwOnError()
    return data.map(({ start_time }) => new Date(start_time).getTime())
  }
  const startOf = (date: string, hour: number) =>
    spanAt(date, hour, 1, 'Asia/Tokyo')!.startsAt.getTime()

  const host = await browserOf({ email: space.hostEmail })
  await host.setViewportSize(desktop)
  await host.goto(`/hosting/calendar?week=${day}`)
  await hour(host, /^9:00 AM/)
    .nth(new Date(`${day}T00:00:00Z`).getUTCDay())
    .click()
  await panel(host).getByLabel('Until', { exact: true }).selectOption('11 AM')
  await panel(host).getByLabel('Repeat weekly until').fill(last)
  await panel(host).getByRole('button', { name: 'Block these hours' }).click()
  await expect(host.getByText('Time blocked in 2 of 3 weeks')).toBeVisible()
  await expect(panel(host).getByRole('alert')).toContainText(
    `${formatDate(booked)}: Wim Tester has booked this time`,
  )
  expect(await blockedStarts()).toEqual([startOf(day, 9), startOf(last, 9)])
  await host.getByRole('button', { name: 'Undo' }).click()
  await expect(host.getByText('Time unblocked')).toBeVisible()
  expect(await blockedStarts()).toEqual([])
  await expectFits(host, desktop)

  await test.step('A slow request to block hours does not close the panel of other hours', async () => {
    const answer = Promise.withResolvers<void>()
    await host.route(/\/rpc\/block_times/, async (route) => {
      await answer.promise
      await route.continue()
    })
    await panel(host).getByLabel('Repeat weekly until').fill('')
    await panel(host).getByRole('button', { name: 'Block these hours' }).click()
    await hour(host, /^3:00 PM/)
      .nth(new Date(`${day}T00:00:00Z`).getUTCDay())
      .click()
    answer.resolve()
    await expect(host.getByText('Time blocked', { exact: true })).toBeVisible()
    await expect(panel(host).getByLabel('From', { exact: true })).toHaveValue('15')
    // The newest toast is first.
    await host.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(blockedStarts).toEqual([])
    await host.unroute(/\/rpc\/block_times/)
  })

  /** Lets the next request to block times fail once the returned function is called. */
  const failBlock = async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await host.route(
      /\/rpc\/block_times/,
      async (route) => {
        await released
        await route.fulfill({ status: 503 })
      },
      { times: 1 },
    )
    return release
  }
  const dates = host.getByRole('dialog', { name: 'Block dates' })

  await test.step('A failed block shows a toast with its space and time after its panel is closed, and keeps the dialog of whole days open', async () => {
    let release = await failBlock()
    await panel(host).getByRole('button', { name: 'Block these hours' }).click()
    await panel(host).getByRole('button', { name: 'Close' }).click()
    await expect(panel(host)).toBeHidden()
    await host.getByRole('button', { name: 'Block dates' }).click()
    await expect(dates.getByRole('button', { name: 'Block dates' })).toBeEnabled()
    await host.keyboard.press('Escape')
    await expect(dates).toBeHidden()
    release()
    const toast = host.getByRole('alertdialog').filter({ hasText: 'Failed to block this time' })
    await expect(toast).toContainText('3:00 PM – 4:00 PM')
    await expect(toast).toContainText(space.title)

    release = await failBlock()
    await host.getByRole('button', { name: 'Block dates' }).click()
    await dates.getByRole('button', { name: 'Block dates' }).click()
    await expect(dates.getByRole('button', { name: 'Blocking...' })).toBeVisible()
    await host.keyboard.press('Escape')
    release()
    await expect(dates.getByText('Failed to block this time')).toBeVisible()
    await host.keyboard.press('Escape')
    await expect(dates).toBeHidden()
    expect(await blockedStarts()).toEqual([])
  })

  await test.step('A failed block of whole days shows a toast after the host has left the page', async () => {
    await host.goto('/hosting')
    await host.getByRole('link', { name: 'Calendar', exact: true }).first().click()
    const release = await failBlock()
    await host.getByRole('button', { name: 'Block dates' }).click()
    await dates.getByRole('button', { name: 'Block dates' }).click()
    await expect(dates.getByRole('button', { name: 'Blocking...' })).toBeVisible()
    await host.goBack()
    await expect(dates).toBeHidden()
    release()
    const toast = host.getByRole('alertdialog').filter({ hasText: 'Failed to block this time' })
    await expect(toast).toContainText('12:00 AM – 12:00 AM')
    await expect(toast).toContainText(space.title)
  })

  await host.setViewportSize(phone)
  await host.goto(`/hosting/calendar?week=${dayInTokyo(30)}`)
  await host.getByRole('button', { name: 'Block dates' }).click()
  const dialog = host.getByRole('dialog', { name: 'Block dates' })
  const [first = ''] = weekOf(dayInTokyo(30))
  await dialog.getByLabel('Repeat weekly until').fill(addDays(first, 14))
  await expectFits(host, phone, dialogs)
  await dialog.getByRole('button', { name: 'Block dates' }).click()
  await expect(host.getByText('Time blocked in 3 weeks')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await blockedStarts()).toEqual([0, 7, 14].map((days) => startOf(addDays(first, days), 0)))

  await test.step('Undo is not offered if the whole time was blocked before', async () => {
    await host.reload()
    await host.getByRole('button', { name: 'Block dates' }).click()
    await dialog.getByRole('button', { name: 'Block dates' }).click()
    await expect(host.getByText('Time blocked')).toBeVisible()
    await expect(host.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  await test.step('The host unblocks one week, then one week with all later weeks, and undoes both', async () => {
    const starts = [0, 7, 14].map((days) => startOf(addDays(first, days), 0))
    const remove = async (date: string, weeks: string) => {
      await host.goto(`/hosting/calendar?week=${date}`)
      await hour(host, /^9:00 AM – 10:00 AM: Blocked/).click()
      await panel(host).getByRole('button', { name: 'Open the whole block' }).click()
      await expect(host.getByRole('menuitem', { name: weeks })).toBeVisible()
      await host.keyboard.press('Escape')
      await expect(host.getByRole('menu')).toBeHidden()
      await expect(panel(host)).toBeVisible()
      await host.keyboard.press('Enter')
      await host.getByRole('menuitem', { name: weeks }).click()
      await expect(host.getByText('Time unblocked')).toBeVisible()
      await expect(panel(host)).toBeHidden()
    }
    await remove(first, 'Only this week')
    expect(await blockedStarts()).toEqual(starts.slice(1))
    await host.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(blockedStarts).toEqual(starts)

    await remove(addDays(first, 7), 'This and later weeks')
    expect(await blockedStarts()).toEqual(starts.slice(0, 1))
    await host.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(blockedStarts).toEqual(starts)
    await remove(first, 'This and later weeks')
    expect(await blockedStarts()).toEqual([])
  })
})
