import type { Page } from '@playwright/test'
import { listSpace } from '../support/market.ts'
import { expect, test } from '../support/test.ts'

/** Keeps scripts of this name away until they are let through. */
async function holdBack(page: Page, name: string): Promise<() => void> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/${name}-[^/]+\\.js$`), async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}

/**
 * Opens a page whose scripts are on the way until the returned function is called, which waits until
 * they have taken it over. The page's clock stands meanwhile: no press grows old while a test is slow.
 */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const arrive = await holdBack(page, 'entry.client')
  const asked = page.waitForRequest(/\/entry\.client-[^/]+\.js$/)
  await page.clock.install()
  await page.goto(path, { waitUntil: 'commit' })
  await asked
  await page.clock.pauseAt(Date.now() + 3_600_000)
  return async () => {
    arrive()
    await page.waitForFunction(() => !document.querySelector('html[data-waits]'))
    await page.clock.resume()
  }
}

test('what is pressed before the scripts of a page are there is done once when they come', async ({
  page,
}) => {
  const arrive = await openEarly(page, '/')
  const theme = page.getByRole('button', { name: 'Switch between light and dark' })
  const notice = page.getByRole('button', { name: 'Dismiss the demo notice' })
  const next = page.getByRole('button', { name: 'Next slide' })
  await theme.click()
  // Impatience: once is meant.
  await theme.click()
  await notice.focus()
  await page.keyboard.press('Enter')
  await next.focus()
  await page.keyboard.press(' ')
  await expect(next).toHaveAttribute('aria-busy', 'true')
  await expect(next).toBeFocused()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')

  await arrive()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(notice).toBeHidden()
  const dots = page.getByRole('group', { name: 'Choose a slide' }).getByRole('button')
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('[data-kept], [aria-busy=true]')).toHaveCount(0)
  await expect(next).toBeFocused()
})

test('what is typed and chosen before stays, and counts', async ({ page }) => {
  const arrive = await openEarly(page, '/explore')
  const search = page.getByRole('searchbox', { name: 'Search spaces' })
  const order = page.getByRole('combobox', { name: 'Sort by' })
  const mail = page.getByRole('textbox', { name: 'E-mail for the newsletter' })
  await order.selectOption({ label: 'Price: low to high' })
  await mail.fill('early@hourspace.demo')
  await search.pressSequentially('paris')
  await search.press('ArrowLeft')

  await arrive()
  await page.waitForURL(/[?&]sort=price-low&q=paris/, { waitUntil: 'commit' })
  await expect(search).toBeFocused()
  await search.press('x')
  await expect(search).toHaveValue('parixs')
  await expect(order.locator('option:checked')).toHaveText('Price: low to high')
  await expect(mail).toHaveValue('early@hourspace.demo')
})

test('what nobody waits for any more is not done', async ({ page }) => {
  const arrive = await openEarly(page, '/')
  const theme = page.getByRole('button', { name: 'Switch between light and dark' })
  await theme.click()
  await expect(theme).toHaveAttribute('aria-busy', 'true')
  await page.clock.fastForward(20_000)
  await expect(theme).not.toHaveAttribute('aria-busy')

  const next = page.getByRole('button', { name: 'Next slide' })
  await next.click()
  await page.keyboard.press('Escape')
  const notice = page.getByRole('button', { name: 'Dismiss the demo notice' })
  await notice.click()
  await arrive()
  await expect(notice).toBeHidden()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  const first = page.getByRole('group', { name: 'Choose a slide' }).getByRole('button').first()
  await expect(first).toHaveAttribute('aria-current', 'true')
})

test('links and forms do not wait', async ({ page }) => {
  await openEarly(page, '/')
  await page.getByRole('searchbox', { name: 'Search by location' }).fill('tokyo')
  await page.getByRole('searchbox', { name: 'Search by location' }).press('Enter')
  await page.waitForURL(/\/explore\?q=tokyo/, { waitUntil: 'commit' })
})

test('what is pressed before the code of the booking part is there is done when it comes', async ({
  page,
  clients,
}) => {
  const space = await listSpace(clients)
  const arrive = await holdBack(page, 'space-booking')
  await page.goto(space.path)
  await test.step('the page around the part is alive', async () => {
    const dismiss = page.getByRole('button', { name: 'Dismiss the demo notice' })
    await dismiss.click()
    await expect(dismiss).toBeHidden()
  })
  const slot = page.getByRole('radio', { disabled: false }).last()
  await slot.click()
  await expect(slot).toBeChecked()
  await page.getByRole('button', { name: 'Increase Duration (hours)' }).click()
  await page.getByRole('button', { name: 'Next week', exact: true }).click()
  await expect(page.getByRole('button', { name: 'This week', exact: true })).toBeHidden()

  arrive()
  await expect(page.getByRole('button', { name: 'This week', exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Duration (hours)' })).toHaveValue('2')
  await expect(slot).toBeChecked()
})

test('what would open is not opened when the person has gone on', async ({ page, clients }) => {
  const space = await listSpace(clients)
  const arrive = await openEarly(page, space.path)
  const calendar = page.getByRole('button', { name: 'Calendar' })
  const hours = page.getByRole('textbox', { name: 'Duration (hours)' })
  await calendar.click()
  await expect(calendar).toHaveAttribute('aria-busy', 'true')
  await hours.fill('3')

  await expect(calendar).not.toHaveAttribute('aria-busy')
  await arrive()
  await expect(page.locator('[data-waits]')).toHaveCount(0)
  await expect(hours).toHaveValue('3')
  await hours.press('Tab')
  await expect(page.getByText('× 3 hours').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('it is done as well when the page has learned meanwhile who is looking', async ({
  browserOf,
  clients,
}) => {
  const space = await listSpace(clients)
  const page = await browserOf('user')
  const arrive = await holdBack(page, 'space-booking')
  const knowsWho = page.waitForResponse(/\/persona-client-[^/]+\.js$/)
  await page.goto(space.path)
  await knowsWho
  await page.getByRole('button', { name: 'Calendar' }).click()
  // Time for the session to be read, which shows nowhere before the part is there.
  await page.waitForTimeout(500)
  arrive()
  await expect(page.getByRole('dialog')).toBeVisible()
})
