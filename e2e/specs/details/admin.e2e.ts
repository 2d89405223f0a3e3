import { readFile } from 'node:fs/promises'
import { chooseFromMenu } from '../../support/accounts.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'
import { navigate } from '../../support/visits.ts'

test('the admin dashboard shows charts and a downloadable table of twelve months of fees, and its to-do list links to booking problems and the inbox', async ({
  page,
  signedIn,
  clients,
}) => {
  await signedIn('ada@hourspace.demo', 'hourspace-demo')
  await page.goto('/about')
  await chooseFromMenu(page, 'Admin Dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Platform Analytics' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

  await expect(page.getByText('Target: 12.5% a month')).toBeVisible()
  const table = page.getByRole('table')
  await expect(table.getByRole('rowheader')).toHaveCount(12)
  const figures = async () => {
    const { count } = await clients.server
      .from('spaces')
      .select('*', { head: true, count: 'exact' })
      .eq('is_listed', true)
    const { data: newest } = await clients.server
      .from('total_platform_fees')
      .select('total_fees')
      .eq('currency', 'USD')
      .order('month', { ascending: false })
      .limit(1)
      .single()
      .throwOnError()
    const fees = (newest.total_fees ?? 0).toLocaleString('en-US', {
      style: 'currency',
      currency: 'USD',
    })
    return { listed: `Of ${count} listed`, fees }
  }
  // Other specs create listings and bookings concurrently, so each retry reads the expected figures
  // again.
  await expect(async () => {
    const { listed, fees } = await figures()
    await page.reload()
    const newestFees = table.getByRole('row').nth(1).getByRole('cell').first()
    await expect(newestFees).toHaveText(fees, { timeout: 5_000 })
    await expect(page.getByText(listed)).toBeVisible({ timeout: 5_000 })
  }).toPass()

  for (const [name, path] of [
    [/^\d+ cancelled$/, '/admin/bookings?status=cancelled'],
    [/^Of \d+ listed$/, '/admin/listings'],
    ['See all users', '/admin/users'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)

  const times = page.getByRole('region', { name: 'Problems and cancellations' }).locator('time')
  await expect(times.first()).toBeVisible()
  for (const text of await times.allTextContents()) expect.soft(text).toMatch(/ [AP]M UTC$/)

  await page.getByRole('heading', { name: 'The last twelve months' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('figure', { name: 'Revenue by month' })).toContainText('Highest in')
  await expect(page.getByRole('figure')).toHaveCount(4)

  await test.step('Figures are shown per currency', async () => {
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('JPY')
    await expect(table.getByRole('row').nth(1)).toContainText('JPY')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('platform-fees-jpy.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(13)
  })

  await test.step('Tasks of the to-do list link to their sections', async () => {
    const list = page.getByRole('region', { name: 'To do' })
    await list.getByRole('link', { name: /booking problems? to decide$/ }).click()
    await expect(page.getByRole('heading', { name: 'Booking problems' })).toBeInViewport()
    await list.getByRole('link', { name: /new messages? (and|or) applications?$/ }).click()
    await expect(page).toHaveURL(/\/admin\/inbox$/)
  })
})

test("the admin dashboard shows 'No bookings yet' only after the platform balance has loaded", async ({
  page,
  signedIn,
}) => {
  await signedIn('ada@hourspace.demo', 'hourspace-demo')
  const balance = Promise.withResolvers<void>()
  await page.route(/\/rest\/v1\/platform_revenue/, (route) => route.fulfill({ json: [] }))
  await page.route(/\/rest\/v1\/platform_money/, async (route) => {
    await balance.promise
    await route.fulfill({ json: [] })
  })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Key figures' })).toBeVisible()
  await expect(page.getByText('Total Users')).toBeVisible()
  await expect(page.getByText('No bookings yet')).toBeHidden()
  balance.resolve()
  await expect(page.getByText('No bookings yet')).toBeVisible()
})

test.describe('when statistics fail to load', () => {
  test.use({ expectedConsoleErrors: /status of 500.*\/rest\/v1\// })

  test('platform statistics and monthly fees that fail to load show an error and can be loaded again', async ({
    page,
    signedIn,
  }) => {
    await signedIn('ada@hourspace.demo', 'hourspace-demo')
    await page.route(/\/rest\/v1\/platform_statistics/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    await page.route(/\/rest\/v1\/total_platform_fees/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    await page.goto('/admin')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('Failed to fetch statistics')
    await page.unroute(/\/rest\/v1\/platform_statistics/)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toContainText('Failed to fetch monthly statistics')
    await page.unroute(/\/rest\/v1\/total_platform_fees/)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(12)
  })
})

test('an admin can rename, merge and remove space types', async ({ page, signedIn, clients }) => {
  const { server } = clients
  const run = `${process.pid}-${Date.now()}`
  const [spam, unused] = [`spam-${run}`, `unused-${run}`]
  const added = [spam, unused].map((name) => ({ name, label: name }))
  await server.from('space_types').insert(added).throwOnError()
  const space = await listSpace(clients, { type: spam })
  await signedIn('ada@hourspace.demo', 'hourspace-demo')
  await page.goto('/admin')
  const section = page.getByRole('region', { name: 'Space types' })
  await page.getByRole('link', { name: /space types? added this week$/ }).click()
  await expect(section.getByRole('heading')).toBeInViewport()
  await section.getByText(/^\d+ space types, \d+ added this week$/).click()
  await expect(section.getByRole('listitem').filter({ hasText: spam })).toContainText('New')

  await section.getByRole('button', { name: `Rename ${spam}` }).click()
  const rename = page.getByRole('dialog', { name: `Rename ${spam}` })
  const label = `Renamed ${run}`
  await rename.getByLabel('Display Name').fill('see evil.com')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(rename.getByText(/^Links, email addresses/)).toBeVisible()
  await rename.getByLabel('Display Name').fill(label)
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(section.getByText(label, { exact: true })).toBeVisible()

  await section.getByRole('button', { name: `Merge ${label}` }).click()
  const merge = page.getByRole('alertdialog', { name: `Merge ${label}?` })
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(merge.getByText('Please choose a type')).toBeVisible()
  await merge.getByRole('combobox').selectOption({ label: 'Studio' })
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(section.getByText(label, { exact: true })).toBeHidden()
  await expect(section.getByText(/^\d+ space types/)).toBeFocused()
  const { data } = await server.from('spaces').select('type').eq('id', space.id).single()
  expect(data).toEqual({ type: 'studio' })

  await section.getByRole('button', { name: `Remove ${unused}` }).click()
  const removal = page.getByRole('alertdialog', { name: `Remove ${unused}?` })
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText(unused, { exact: true })).toBeHidden()
})

test('an admin without a second factor is asked to set one up after sign-in and can skip the setup in the demo', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In / Sign Up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill('grace@hourspace.demo')
  await dialog.getByLabel('Password').fill('hourspace-demo')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Protect your admin account' })
  await expect(question).toBeVisible()
  await page.reload()
  await question.getByRole('button', { name: 'Skip in the demo' }).click()
  await expect(question).toBeHidden()
  const statistics = page.waitForResponse(/\/rest\/v1\/platform_statistics/)
  await navigate(page, '/admin')
  await statistics
  await expect(question).toBeHidden()

  await page.evaluate(() => localStorage.removeItem('hourspace-two-step-asked'))
  await page.reload()
  await question.getByRole('button', { name: 'Set up now' }).click()
  await expect(page).toHaveURL('/profile/security#factors')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await expect(question).toBeHidden()
})

test('admin pages redirect an admin who lacks a required second factor to its setup', async ({
  page,
  signedIn,
}) => {
  await signedIn('grace@hourspace.demo', 'hourspace-demo')
  // Overrides the demo settings that the server embeds in the page.
  await page.addInitScript(() => {
    const parse = JSON.parse
    JSON.parse = (text: string) => {
      const value: unknown = parse(text)
      const isSettings = typeof value === 'object' && value !== null && 'stripeSandbox' in value
      return isSettings ? { ...value, secondFactorRequired: true } : value
    }
  })
  await page.goto('/admin')
  await expect(page).toHaveURL('/profile/security#factors')
  await expect(page.getByText('before the admin pages open')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
})
