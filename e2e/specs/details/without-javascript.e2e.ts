import { company } from '@hourspace/domain/company.ts'
import type { Page } from '@playwright/test'
import { newAddress } from '../../support/accounts.ts'
import { phone } from '../../support/axe.ts'
import { screens } from '../../support/screens.ts'
import { expect, test } from '../../support/test.ts'
import { pathOf } from '../../support/visits.ts'

test.use({ javaScriptEnabled: false, expectedConsoleErrors: /status of 40[04]/ })

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

test('without JavaScript, every public screen has its status, title and content, and no broken links', async ({
  page,
  request,
  clients,
}) => {
  test.slow()
  const links = new Map<string, string>()
  for (const screen of screens.filter(({ refusal }) => !refusal)) {
    await test.step(screen.name, async () => {
      const response = await page.goto(await pathOf(screen, clients))
      expect.soft(response?.status(), screen.name).toBe(screen.status ?? 200)
      if (typeof screen.title === 'string' && screen.title)
        await expect.soft(page, screen.name).toHaveTitle(`${screen.title} · ${company.name}`)
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

test('without JavaScript, visitors can search spaces by text, location, type and region', async ({
  page,
}) => {
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

  await page.goto('/')
  await page.getByRole('group', { name: 'Region' }).getByRole('button', { name: 'Europe' }).click()
  await expect(page).toHaveURL(/region=europe$/)
  const shelf = page.getByRole('region', { name: 'International Spaces' })
  for (const card of await shelf.getByRole('article').all())
    await expect(card).toContainText(/United Kingdom|France|Greece/)
})

test('without JavaScript, the list of spaces can be sorted and paged', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: high to low')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/sort=price-high/)
  const titles = spaces(page).getByRole('heading')
  const first = await titles.allTextContents()
  expect(first).toHaveLength(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(titles.first()).not.toHaveText(first[0]!)
  const second = await titles.allTextContents()
  expect(second.length).toBeGreaterThan(0)
  expect(second.filter((title) => first.includes(title))).toEqual([])
})

test('without JavaScript, a misspelled search word is corrected, and a very long search word does not overflow a phone', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/explore?q=rooftp')
  await expect(page.getByText('Showing results for “rooftop”')).toBeVisible()
  await expect(spaces(page).getByRole('article').first()).toBeVisible()

  await page.goto(`/explore?q=${'x'.repeat(120)}`)
  await expect(page.getByText('No spaces found. Try adjusting your filters.')).toBeVisible()
  await expect(page.getByText('the results leave out')).toBeHidden()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(phone.width)
})

test('without JavaScript, the hero shows its first slide and no controls', async ({ page }) => {
  await page.goto('/')
  const slides = page.getByRole('region', { name: 'What people book here' }).getByRole('group')
  await expect(slides.and(page.getByLabel(/of 10$/))).toHaveCount(1)
  await expect(page.getByRole('group', { name: '1 of 10' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Slide 2/ })).toBeHidden()
})

test('without JavaScript, the blog filters articles by category and opens the selected article', async ({
  page,
}) => {
  await page.goto('/blog')
  const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await expect(chips).toHaveText([
    'All Posts',
    'Hosting Tips',
    'City Guides',
    'Design',
    'Business',
    'Technology',
    'Community',
  ])
  await expect(page.getByRole('article')).toHaveCount(9)
  await chips.filter({ hasText: 'Technology' }).click()
  await expect(page).toHaveURL(/\?category=technology$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(chips.filter({ hasText: 'Technology' })).toHaveAttribute('aria-current', 'true')

  await page.getByRole('link', { name: 'How we made a double booking impossible' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'How we made a double booking impossible',
  )
  await expect(page.getByText('Tobias Adeyemi').first()).toBeVisible()
  await expect(page.locator('time[datetime="2026-09-10"]').first()).toBeVisible()
  const next = page.getByRole('region', { name: 'Read next' }).getByRole('article')
  await expect(next).toHaveCount(3)
})

test('without JavaScript, Help Center answers can be searched and expanded', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Search the Help Center' }).fill('48 hours')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\?q=48\+hours$/)
  await page.getByText('Can I change a booking?').click()
  await expect(page.getByText('Changes are allowed up to 48 hours before')).toBeVisible()
})

test('without JavaScript, the refund calculator shows the refund of a cancellation', async ({
  page,
}) => {
  await page.goto('/cancellation')
  await page.getByLabel('The space’s policy').selectOption('Strict')
  await page.getByLabel('You paid, in dollars').fill('220')
  await page.getByLabel('How long before the start you cancel').fill('8')
  await page.getByRole('button', { name: 'Calculate refund' }).click()
  await expect(page.getByText('You get $110.00 back, 50% of what you paid.')).toBeVisible()
})

test('without JavaScript, the contact form shows errors, keeps the input and sends the message', async ({
  page,
}) => {
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Write to us' })
  await form.getByLabel('Name').fill('Ina')
  await form.getByLabel('Message').fill('No scripts here.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email')
  await expect(form.getByLabel('Message')).toHaveValue('No scripts here.')

  await form.getByLabel('Email').fill(newAddress('ina'))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'We received your message' })).toBeVisible()
})

test('without JavaScript, submitting the newsletter form opens a page that explains the next step', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByLabel('Email for the newsletter').fill(newAddress('ines'))
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Check your inbox')
})

test('without JavaScript, the URL of an unknown space, city or type shows a not-found page with links', async ({
  page,
}) => {
  const unknown: [path: string, heading: string][] = [
    ['/space/00000000-0000-4000-8000-000000000000', 'Space not found'],
    ['/space/%00', 'Space not found'],
    ['/atlantis/studio', 'Location not found'],
    ['/tokyo/%00', 'Location not found'],
    ['/tokyo/%ff', 'Location not found'],
    ['/tokyo/photo%00space', 'Location not found'],
    ['/tokyo/%ED%A0%80', 'Location not found'],
  ]
  for (const [path, heading] of unknown)
    await test.step(path, async () => {
      const response = await page.goto(path)
      expect.soft(response?.status(), path).toBe(404)
      await expect(page).toHaveTitle(`${heading} · ${company.name}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })
  const cities = page.getByRole('navigation', { name: `Cities on ${company.name}` })
  await expect(cities.getByRole('link')).toHaveCount(28)
  await page.goto('/no/such/page')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
