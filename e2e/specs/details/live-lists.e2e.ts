import type { Page } from '@playwright/test'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { openLive } from '../../support/visits.ts'

const results = (page: Page) => page.getByRole('list', { name: 'Spaces' })
const card = (page: Page, title: string) =>
  results(page).getByRole('listitem').filter({ hasText: title })

const type = 'rooftop'

test('a space list and the type filter update live on insert, update and delete', async ({
  page,
  clients,
}) => {
  const older = await listSpace(clients, { type })
  await openLive(page, `/explore?type=${type}`)
  await expect(card(page, older.title)).toContainText('Available')

  const search = page.getByRole('combobox', { name: 'Search spaces' })
  await search.pressSequentially('quiet ro')
  const newer = await listSpace(clients, { type })
  await search.pressSequentially('om')
  await expect(card(page, newer.title)).toBeVisible()
  await expect(search).toHaveValue('quiet room')
  await expect(search).toBeFocused()

  await clients.server.from('spaces').update({ available: false }).eq('id', older.id).throwOnError()
  await expect(card(page, older.title)).toContainText('Unavailable')

  await clients.server.from('spaces').delete().eq('id', newer.id).throwOnError()
  await expect(card(page, newer.title)).toHaveCount(0)

  const name = `type-${process.pid}-${Date.now()}`
  await clients.server.from('space_types').insert({ name, label: name }).throwOnError()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Category' }).getByText(name)).toBeAttached()
  const renamed = { name: `${name}-b`, label: `${name}-b` }
  await clients.server.from('space_types').update(renamed).eq('name', name).throwOnError()
  await expect(page.getByRole('button', { name: renamed.label, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await clients.server.from('space_types').delete().eq('name', renamed.name).throwOnError()
  await expect(page.getByRole('button', { name: renamed.label, exact: true })).toBeHidden()
})

test('a space list sorted by price inserts new spaces and repriced spaces in order', async ({
  page,
  clients,
}) => {
  // Uses a unique location, so that the list contains no spaces of an earlier attempt.
  const location = `Naoshima ${process.pid} ${Date.now()}`
  const [cheap, dear] = [
    await listSpace(clients, { price: 500, location }),
    await listSpace(clients, { price: 1500, location }),
  ]
  await openLive(page, `/explore?location=${encodeURIComponent(location)}&sort=price-low`)
  const between = await listSpace(clients, { price: 1000, location })
  const titles = () => results(page).getByRole('heading').allTextContents()
  await expect.poll(titles).toEqual([cheap.title, between.title, dear.title])

  await clients.server.from('spaces').update({ price: 2000 }).eq('id', cheap.id).throwOnError()
  await expect.poll(titles).toEqual([between.title, dear.title, cheap.title])
})

test('a space inserted while results load stays in the list', async ({ page, clients }) => {
  const location = `Teshima ${process.pid} ${Date.now()}`
  const older = await listSpace(clients, { location })
  const [loaded, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/explore.data?*', async (route) => {
    const response = await route.fetch()
    loaded.resolve()
    await release.promise
    await route.fulfill({ response })
  })
  await openLive(page, `/explore?location=${encodeURIComponent(location)}`)
  // The page loads its data again when the subscription starts.
  await loaded.promise
  const newer = await listSpace(clients, { location })
  const titles = () => results(page).getByRole('heading').allTextContents()
  await expect.poll(titles).toEqual([newer.title, older.title])

  const response = page.waitForResponse(/\/explore\.data\?/)
  release.resolve()
  await response
  // The list shows the loaded results a few frames later.
  await page.waitForTimeout(500)
  expect(await titles()).toEqual([newer.title, older.title])
})

test('spaces inserted live do not scroll a list that the user has scrolled', async ({
  page,
  clients,
}) => {
  await openLive(page, `/explore?type=${type}`)
  const read = results(page).locator('> li').nth(8)
  await read.scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const top = await scrolled()
  await page.mouse.wheel(0, 300)
  await expect.poll(scrolled).toBe(top + 300)
  const title = await read.getByRole('heading').textContent()
  const instance = () => card(page, title ?? '').boundingBox()
  const before = await instance()

  const space = await listSpace(clients, { type })
  const show = page.getByRole('status').getByRole('button', { name: /^Show \d+ new space/ })
  await expect(show).toBeVisible()
  expect(await instance()).toEqual(before)
  await expect(card(page, space.title)).toHaveCount(0)

  await show.click()
  await expect(card(page, space.title).getByRole('link')).toBeFocused()
  await expect(card(page, space.title)).toBeInViewport()
})
