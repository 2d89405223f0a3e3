import type { Page } from '@playwright/test'
import { dayInTokyo } from '../../support/booking.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import type { TestClients } from '../../support/instances.ts'

const spaces = (page: Page) => page.getByRole('list', { name: 'Spaces' })

const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

async function pricesIn({ server }: TestClients, location: string): Promise<number[]> {
  const { data } = await server
    .from('spaces')
    .select('price')
    .eq('location', location)
    .throwOnError()
  return data.map(({ price }) => Number(price))
}

test('a city page shows the number of its spaces and updates the number live', async ({
  page,
  clients,
}) => {
  const details = { location: 'Phoenix', country: 'United States', currency: 'USD', price: 10 }
  await listSpace(clients, { ...details, location: 'Phoenix, Tempe' })
  const prices = await pricesIn(clients, 'Phoenix')
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length

  await page.goto('/phoenix')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Phoenix')
  await expect(figure(page, 'Available spaces')).toHaveText(String(prices.length))
  await expect(figure(page, 'Average hourly rate')).toHaveText(`$${Math.round(mean)}/hr`)
  await expect(figure(page, 'Monthly bookings')).toHaveText('550')
  await expect(figure(page, 'Average rating')).toHaveText('4.8')
  await expect(page.getByText('Hourspace’s own figure')).toHaveCount(2)
  const areas = page.getByRole('region', { name: 'Popular areas in Phoenix' })
  await expect(areas.getByRole('listitem')).toHaveCount(3)
  await expect(spaces(page).getByRole('article')).toHaveCount(prices.length)
  const invitation = page.getByRole('region', { name: 'Own a Space?' })
  await expect(invitation.getByRole('link', { name: 'List Your Space' })).toHaveAttribute(
    'href',
    '/create-listing',
  )

  const added = await listSpace(clients, details)
  await expect(spaces(page).getByText(added.title)).toBeVisible()
  const now = await pricesIn(clients, 'Phoenix')
  await expect(figure(page, 'Available spaces')).toHaveText(String(now.length))
})

test('the San Jose page lists spaces in Santa Clara County and shows a notice when no spaces are available', async ({
  page,
  clients,
}) => {
  const details = { country: 'United States', currency: 'USD' }
  const inCounty = await listSpace(clients, {
    ...details,
    location: 'Cupertino, SANTA CLARA COUNTY',
  })
  const { data: local } = await clients.server
    .from('spaces')
    .select('id, location')
    .or('location.ilike.%san jose%,location.ilike.%santa clara county%')
    .throwOnError()

  await page.goto('/san-jose')
  await expect(spaces(page).getByText(inCounty.title)).toBeVisible()
  await expect(spaces(page).getByRole('article')).toHaveCount(local.length)
  const tiles = page.getByRole('region', { name: 'Good to know about San Jose' })
  await expect(tiles.getByRole('listitem')).toHaveCount(4)

  try {
    for (const { id } of local) await move(clients, id, 'Elsewhere')
    await page.reload()
    const text = 'No spaces currently available in San Jose. Check back soon!'
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('link', { name: 'List Your Space' })).toBeVisible()
  } finally {
    for (const { id, location } of local) await move(clients, id, location)
  }
})

const move = ({ server }: TestClients, id: string, location: string) =>
  server.from('spaces').update({ location }).eq('id', id).throwOnError()

test('the spaces of a city can be filtered by type, date and number of people', async ({
  page,
  clients,
}) => {
  const details = { location: 'Pinheiros, São Paulo', country: 'Brazil', currency: 'USD' }
  const kitchen = await listSpace(clients, { ...details, type: 'kitchen' })

  await page.goto('/sao-paulo')
  await expect(spaces(page).getByText(kitchen.title)).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Types of space in São Paulo' })
    .getByRole('link', { name: /^Kitchen/ })
    .click()
  await expect(page).toHaveURL('/sao-paulo/kitchen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen rentals in São Paulo')
  await expect(spaces(page).getByText(kitchen.title)).toBeVisible()
  const { data } = await clients.server
    .from('spaces')
    .select('id')
    .eq('type', 'kitchen')
    .or('location.ilike.%São Paulo%,location.ilike.%Sao Paulo%')
    .throwOnError()
  await expect(spaces(page).getByRole('article')).toHaveCount(data.length)
  const date = dayInTokyo(6)
  await page.getByLabel('Date').fill(date)
  await page.getByRole('spinbutton', { name: 'People' }).fill('5')
  await expect(page).toHaveURL(`/sao-paulo/kitchen?date=${date}&guests=5`)
  await expect(spaces(page)).toContainText('for 1 h, all in')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/sao-paulo/kitchen')
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail.getByRole('link', { name: 'São Paulo' })).toHaveAttribute('href', '/sao-paulo')
})
