import { company } from '@hourspace/domain/company.ts'
import { expect, test } from '../../support/test.ts'

test('the home page shows six US and six international spaces with region filters, recently viewed spaces, and search results in the main list', async ({
  page,
}) => {
  const loaded: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('.data') && searchParams.has('q'))
      loaded.push(searchParams.get('_routes'))
  })
  await page.goto('/')
  const usa = page.getByRole('list', { name: 'Featured Spaces in the USA' })
  const abroad = page.getByRole('list', { name: 'International Spaces' })

  await test.step('The home page lists the recently viewed spaces until the visitor clears the list', async () => {
    const title = await usa.getByRole('heading').first().textContent()
    await usa.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!)
    await page.goBack()
    const recent = page.getByRole('list', { name: 'Recently viewed' })
    await expect(recent.getByRole('heading')).toHaveText([title!])
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(recent).toBeHidden()
  })

  await expect(page.getByRole('button', { name: 'Sign In / Sign Up' })).toBeVisible()
  for (const name of [
    'Featured Spaces in the USA',
    'International Spaces',
    'For Space Seekers',
    'For Space Owners',
    `Built in ${company.place}`,
    'Success Stories',
  ])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

  await expect(usa.getByRole('article')).toHaveCount(6)
  await expect(usa.getByText(/, United States$/)).toHaveCount(6)
  await expect(abroad.getByRole('article')).toHaveCount(6)
  await expect(abroad.getByText(/, United States$/)).toHaveCount(0)

  const viewAbroad = page.getByRole('button', { name: 'View All International Spaces' })
  await viewAbroad.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(new URL(page.url()).search).toBe('')

  const europe = page.getByRole('group', { name: 'Region' }).getByRole('button', { name: 'Europe' })
  await europe.click()
  await expect(europe).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/region=europe/)
  await expect(viewAbroad).toBeHidden()
  await expect(abroad.getByText(/, Japan$/)).toHaveCount(0)
  await expect(abroad.getByText(/, (United Kingdom|France|Greece)$/).first()).toBeVisible()
  await europe.click()
  await expect(europe).toHaveAttribute('aria-pressed', 'false')
  await expect(page).not.toHaveURL(/region=/)

  const more = page.getByRole('group', { name: 'Region' }).getByRole('button', {
    name: 'More countries',
  })
  await more.click()
  await expect(page).toHaveURL(/region=more/)
  await expect(abroad.getByText(/, Germany$/).first()).toBeVisible()
  await expect(abroad.getByText(/, (Japan|France|Canada)$/)).toHaveCount(0)
  await more.click()

  await page.getByRole('button', { name: 'View All USA Spaces' }).click()
  await expect(page).toHaveURL(/region=americas/)
  await expect(page.getByText('Region: Americas')).toBeInViewport()

  await test.step('A search changes only the main list of spaces', async () => {
    await page.getByPlaceholder('Search by location, country, or title...').fill('xyzzyqq')
    await expect(
      page.getByText('No spaces found. Try adjusting your search or filters.'),
    ).toBeVisible()
    await expect(page).toHaveURL(/q=xyzzyqq/)
    await page
      .getByRole('form', { name: 'Filter spaces' })
      .getByLabel('Space type')
      .selectOption('Studio')
    await expect(page).toHaveURL(/type=studio/)
    // Checks only the first data request, because live updates may cause more requests.
    expect(loaded[0]).toBe('routes/home/route')
    await expect(usa.getByRole('article')).toHaveCount(6)
  })
})
