import type { Page } from '@playwright/test'
import { violations } from '../../support/axe.ts'
import { launchOptions } from '../../support/browser.ts'
import { expect, test } from '../../support/test.ts'

test.use({ launchOptions: launchOptions({ webGL: true }) })

/** Records requests of the page to other machines. Returns the list of their hosts. */
function foreignHosts(page: Page): string[] {
  const hosts: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^(http|ws)/.test(protocol) && !/^(localhost|127\.0\.0\.1)$/.test(hostname))
      hosts.push(hostname)
  })
  return hosts
}

const pinsOf = (page: Page) => page.locator('[data-pin]')

test('on a wide screen the results map loads without user input, pins and cards highlight each other, and the area of a moved map is searched only on request', async ({
  page,
}) => {
  const foreign = foreignHosts(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/explore?location=Berlin')
  const cards = page.getByRole('list', { name: 'Spaces' }).getByRole('article')
  await expect(cards.first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Map of the spaces' })).toBeVisible()
  const pin = pinsOf(page).filter({ hasText: '€' }).first()
  await expect(pin).toBeVisible()

  const id = await pin.getAttribute('data-pin')
  const card = page.locator(`[data-space="${id}"]`)
  await pin.hover()
  await expect(card).toHaveAttribute('data-lit')
  await card.getByRole('link').first().focus()
  await expect(pin).toHaveAttribute('data-lit')

  await pin.focus()
  await page.keyboard.press('Enter')
  const open = page.getByRole('region', { name: 'Selected space' })
  await expect(open.getByRole('link')).toBeFocused()
  await expect(open.getByText('/hr')).toBeVisible()
  expect(
    await violations(page, '[aria-label="Map of the spaces"], [aria-label="Selected space"]'),
  ).toEqual([])
  await page.keyboard.press('Escape')
  await expect(open).toBeHidden()

  const search = page.getByRole('button', { name: 'Search this area' })
  await expect(search).toBeHidden()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('region', { name: 'Map of the spaces' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(search).toBeVisible()
  expect(new URL(page.url()).searchParams.has('bounds')).toBe(false)
  await search.click()
  await expect(page).toHaveURL(/bounds=/)
  await expect(search).toBeHidden()
  expect(foreign).toEqual([])
})

test('on a phone, Show map replaces the results with a map whose pins open cards, and Show list returns to the results', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/explore?location=Berlin')
  const list = page.getByRole('list', { name: 'Spaces' })
  await expect(list).toBeVisible()
  await expect(page.getByRole('region', { name: 'Map of the spaces' })).toBeHidden()
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(list).toBeHidden()
  await pinsOf(page).first().click()
  const open = page.getByRole('region', { name: 'Selected space' })
  await expect(open.getByRole('link')).toBeVisible()
  expect(
    await violations(page, '[aria-label="Map of the spaces"], [aria-label="Selected space"]'),
  ).toEqual([])
  await open.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Show list' }).click()
  await expect(list).toBeVisible()
})

test('the map loads detailed coastlines for a city, but not for an overview of the world', async ({
  page,
}) => {
  const fine: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('countries-10m')) fine.push(request.url())
  })
  const map = page.getByRole('region', { name: 'Map of the spaces' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/explore')
  await expect(map).toBeVisible()
  await expect(pinsOf(page).first()).toBeVisible()
  expect(fine).toEqual([])

  const loaded = page.waitForResponse(/countries-10m/)
  await page.goto('/explore?location=Sydney')
  await expect(map).toBeVisible()
  expect((await loaded).ok()).toBe(true)
})
