import type { Page } from '@playwright/test'
import { desktop, dialogs, violations } from '../../support/axe.ts'
import { chooseTime, dayInTokyo, gridCell, slot, spokenDay } from '../../support/booking.ts'
import type { TestClients } from '../../support/instances.ts'
import { checkOutAsRival, listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { navigate, openLive } from '../../support/visits.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function pictured({ server }: TestClients) {
  const { data } = await server
    .from('spaces')
    .select('slug, title, images, image_captions')
    .order('slug')
    .throwOnError()
  const space = data.find(({ images }) => images.length >= 3)
  if (!space) throw new Error('No space has three pictures')
  const { slug, title, images } = space
  /** Accessible name of the second picture. */
  const second = space.image_captions[1] || `${title}, picture 2 of ${images.length}`
  return { path: `/space/${slug}`, title, count: images.length, second }
}

async function swipe(page: Page, over: string): Promise<void> {
  const box = await page.locator(over).first().boundingBox()
  if (!box) throw new Error(`${over} is not visible`)
  const devtools = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  const start = box.x + box.width * 0.85
  await touch('touchStart', [{ x: start, y }])
  for (let moved = 20; moved < box.width * 0.7; moved += 20)
    await touch('touchMove', [{ x: start - moved, y }])
  await touch('touchEnd', [])
}

test('a space page on a desktop shows pictures, title, price and booking card without scrolling, and its lightbox can be operated by keyboard', async ({
  page,
  clients,
}) => {
  const { path, title, count, second } = await pictured(clients)
  await page.setViewportSize(desktop)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Pictures' })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('header .price')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Book this space' })).toBeInViewport()
  await expect(
    page.getByRole('list', { name: 'Similar spaces' }).getByRole('link'),
  ).not.toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Similar spaces' })).toContainText(
    /Free .+ from \d+:00/,
  )
  await expect(page.getByRole('link', { name: 'Back to results' })).toHaveCount(0)

  const open = page.getByRole('button', { name: 'Show all photos' })
  await open.press('Enter')
  const lightbox = page.getByRole('dialog', { name: `Pictures of ${title}` })
  await expect(lightbox.getByText(`1 / ${count}`)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByText(`2 / ${count}`)).toBeVisible()
  await expect(lightbox.getByRole('img')).toHaveAccessibleName(second)
  await page.keyboard.press('End')
  await expect(lightbox.getByText(`${count} / ${count}`)).toBeVisible()
  await expect(lightbox.getByRole('button', { name: 'Next picture' })).toBeDisabled()
  expect(await violations(page, dialogs)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(open).toBeFocused()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a space page on a phone has swipeable pictures, a lightbox that Back closes, and a price bar that scrolls to the booking form', async ({
    page,
    clients,
  }) => {
    const { path, title, count, second } = await pictured(clients)
    await page.goto('/about')
    await navigate(page, path)
    const gallery = page.getByRole('region', { name: 'Pictures' })
    await swipe(page, 'section[aria-label="Pictures"] ul')
    await expect(gallery.getByText(`2 / ${count}`)).toBeVisible()
    await gallery.getByRole('button', { name: second }).tap()
    const lightbox = page.getByRole('dialog', { name: `Pictures of ${title}` })
    await expect(lightbox.getByText(`2 / ${count}`)).toBeVisible()
    await swipe(page, '[role=dialog] ul')
    await expect(lightbox.getByText(`3 / ${count}`)).toBeVisible()
    await lightbox.getByRole('button', { name: 'Close' }).tap()
    await expect(lightbox).toBeHidden()

    const book = page.getByRole('button', { name: 'Book', exact: true })
    const bottomBar = page.getByRole('navigation', { name: 'Bottom' })
    const [button, bar] = [await book.boundingBox(), await bottomBar.boundingBox()]
    expect(button!.y + button!.height).toBeLessThanOrEqual(bar!.y)
    expect(button!.height).toBeGreaterThanOrEqual(44)
    await book.tap()
    await expect(page.getByRole('heading', { name: 'Book this space' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Book this space' })).toBeInViewport()
    await expect(book).toBeHidden()

    await test.step('Back closes an open lightbox and otherwise leaves the page', async () => {
      const photos = page.getByRole('button', { name: 'Show all photos' })
      await photos.tap()
      await expect(lightbox).toBeVisible()
      await page.goBack()
      await expect(lightbox).toBeHidden()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await photos.tap()
      const loads: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('.data')) loads.push(request.url())
      })
      await lightbox.getByRole('button', { name: 'Close', exact: true }).tap()
      await expect(lightbox).toBeHidden()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      expect(loads, 'no page loads again').toEqual([])
      await page.goBack()
      await expect(page).toHaveURL(/\/about$/)
    })
  })
})

test('an open space page shows within two seconds that hours were taken or released and that the space was closed', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients, { price: 0 })
  const date = dayInTokyo(3)
  await openLive(page, space.path)
  await chooseTime(page, { date, hours: 1, start: '3:00 PM' })
  const cell = page.getByRole('gridcell', { name: `${spokenDay(date)}, 3:00 PM` })
  await expect(cell).toHaveAccessibleName(/your choice/)

  const cancel = await checkOutAsRival(clients, space.id, { date, hour: 15, hours: 1 })
  const soon = { timeout: 2_000 }
  await expect(cell).toHaveAccessibleName(/booked/, soon)
  await expect(page.getByRole('alert')).toContainText('This time slot is not available')
  await expect(slot(page, '3:00 PM')).not.toBeChecked()

  await cancel()
  await expect(cell).toHaveAccessibleName(/free/, soon)

  await clients.server.from('spaces').update({ available: false }).eq('id', space.id).throwOnError()
  await expect(page.getByRole('heading', { name: 'Temporarily Unavailable' })).toBeVisible(soon)
})

test('the server renders the space page with the day in the URL selected, even if that day is weeks ahead', async ({
  request,
  clients,
}) => {
  const space = await listSpace(clients)
  const date = dayInTokyo(20)
  const html = await (await request.get(`${space.path}?date=${date}&from=14:00&hours=3`)).text()
  const [year, month, day] = date.split('-')
  expect(html).toContain(`${month}/${day}/${year}`)
  expect(html).toContain(`aria-label="${spokenDay(date)}"`)
})

test('a guest whose selected time is taken is offered another space that is free at that time', async ({
  page,
  clients,
}) => {
  const location = `Naoshima ${process.pid} ${Date.now()}`
  const [space, other] = [
    await listSpace(clients, { price: 0, location }),
    await listSpace(clients, { location }),
  ]
  const date = dayInTokyo(4)
  await checkOutAsRival(clients, space.id, { date, hour: 14, hours: 2 })
  const time = `date=${date}&from=14:00&hours=2&guests=3`
  await page.goto(`${space.path}?${time}`)
  await expect(page.getByRole('alert')).toContainText('This time slot is not available')
  await page
    .getByRole('region', { name: 'Also free at that time nearby' })
    .getByRole('link', { name: other.title })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: other.title })).toBeVisible()
  await expect(slot(page, '2:00 PM')).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Duration (hours)' })).toHaveValue('2')
  await expect(page.getByRole('textbox', { name: 'People' })).toHaveValue('3')
})

test('going back after booking a time preselected by the URL shows no error, and a URL with another day selects that day on every visit', async ({
  page,
  signedUp,
  clients,
}) => {
  const space = await listSpace(clients, { price: 0 })
  await signedUp('bea')
  await page.goto(`${space.path}?date=${dayInTokyo(5)}&from=14:00&hours=1`)
  await expect(slot(page, '2:00 PM')).toBeChecked()
  await page.getByRole('button', { name: 'Book for Free' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View booking' })).toBeVisible()
  await page.goBack()
  await expect(slot(page, '2:00 PM')).toBeDisabled()
  await expect(slot(page, '2:00 PM')).not.toBeChecked()
  await expect(page.getByRole('alert')).toBeHidden()

  await test.step('A URL with another day selects that day on every visit', async () => {
    const other = dayInTokyo(6)
    for (let visit = 0; visit < 2; visit += 1) {
      await page.goto(`${space.path}?date=${other}&from=15:00&hours=1`)
      await expect(slot(page, '3:00 PM')).toBeChecked()
      await expect(gridCell(page, other, '3:00 PM')).toHaveAttribute('aria-selected', 'true')
    }
  })
})

test.describe('with forced colors', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

  test('with forced colors, taken hours have stripes, and the number of the selected day is visible', async ({
    page,
    clients,
  }) => {
    const space = await listSpace(clients, { price: 0 })
    const date = dayInTokyo(5)
    await checkOutAsRival(clients, space.id, { date, hour: 14, hours: 1 })
    await page.goto(`${space.path}?date=${date}&from=11:00&hours=1`)
    await expect(gridCell(page, date, '2:00 PM')).toHaveCSS('background-image', /gradient/)
    await expect(gridCell(page, date, '1:00 PM')).toHaveCSS('background-image', 'none')
    await page.getByRole('button', { name: 'Calendar' }).click()
    await expect(page.getByRole('dialog').locator('[data-selected]')).toHaveCSS(
      'forced-color-adjust',
      'none',
    )
  })
})
