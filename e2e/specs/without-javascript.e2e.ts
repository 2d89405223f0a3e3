import type { Page } from '@playwright/test'
import { screens } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false, expectedConsoleErrors: /status of 404/ })

const spaces = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Spaces' })

/** Returns the internal links and GET form actions of a page, without fragments. */
async function linksOf(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('a[href^="/"], form[action^="/"][method=get]')
    .evaluateAll((all) =>
      all.map((link) => link.getAttribute('href') ?? link.getAttribute('action') ?? ''),
    )
  return hrefs.map((href) => href.split('#')[0] ?? '')
}

test('without JavaScript every public screen shows its content and has no broken links', async ({
  page,
  request,
  clients,
}) => {
  test.slow()
  const links = new Map<string, string>()
  for (const screen of screens.filter(({ refusal }) => !refusal)) {
    await test.step(screen.name, async () => {
      await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(clients))
      const heading = page.getByRole('heading', { level: 1, name: screen.heading })
      await expect.soft(heading, screen.name).toHaveCount(1)
      const main = page.getByRole('main')
      expect
        .soft((await main.innerText()).length, screen.name)
        .toBeGreaterThan(screen.status ? 60 : 120)
      if (screen.name !== 'space' && screen.shows)
        await expect.soft(main.getByText(screen.shows).first(), screen.name).toBeVisible()
      for (const link of await linksOf(page)) links.set(link, screen.name)
    })
  }

  expect(links.size).toBeGreaterThan(120)
  const waiting = [...links]
  const broken: string[] = []
  const ask = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, from] = next
      const status = (await request.get(path)).status()
      if (status >= 400) broken.push(`${status} ${path}, linked by ${from}`)
    }
  }
  await test.step('Every link responds without an error', () =>
    Promise.all([ask(), ask(), ask(), ask()]))
  expect(broken).toEqual([])
})

test('without JavaScript spaces can be found by text, location and type', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Search by location, country, or title' }).fill('london')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).first().click()
  await expect(page).toHaveURL(/q=london/)
  await expect(spaces(page).getByRole('article').first()).toContainText('London')

  await page.goto('/explore')
  await page.getByRole('combobox', { name: 'Location' }).selectOption('London')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).first().click()
  await expect(page).toHaveURL(/location=London/)
  const inLondon = await spaces(page).getByRole('article').count()
  for (const card of await spaces(page).getByRole('article').all())
    await expect(card).toContainText('London')

  await page.getByRole('button', { name: 'Photo Space', exact: true }).click()
  await expect(page).toHaveURL(/location=London/)
  await expect(page).toHaveURL(/type=photo-space\b/)
  expect(await spaces(page).getByRole('article').count()).toBeLessThan(inLondon)

  await spaces(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/space\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('without JavaScript the international spaces can be filtered by region', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('group', { name: 'Region' }).getByRole('button', { name: 'Europe' }).click()
  await expect(page).toHaveURL(/region=europe$/)
  const shelf = page.getByRole('region', { name: 'International Spaces' })
  for (const card of await shelf.getByRole('article').all())
    await expect(card).toContainText(/United Kingdom|France|Greece/)
})
