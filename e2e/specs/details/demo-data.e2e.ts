import type { Page } from '@playwright/test'
import { expect, test } from '../../support/test.ts'

const devices = [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const

const imageNames = (page: Page, part: string) =>
  page
    .locator(`main img[src*="${part}"]`)
    .evaluateAll((images: HTMLImageElement[]) => [
      ...new Set(images.map(({ src }) => new URL(src).pathname.split('/').at(-1))),
    ])

test('the San Diego page shows 4.9, the mean rating of its demo spaces, on phone and desktop', async ({
  page,
}) => {
  await page.goto('/san-diego')
  for (const [device, viewport] of devices)
    await test.step(device, async () => {
      await page.setViewportSize(viewport)
      const stated = page.getByRole('term').filter({ hasText: 'Average rating' })
      await expect(stated.locator('xpath=following-sibling::dd[1]')).toHaveText('4.9')
      const ratings = await page
        .getByRole('article')
        .getByText(/^[\d.]+ out of 5$/)
        .allTextContents()
      expect(ratings.length).toBeGreaterThanOrEqual(3)
      const mean = ratings.reduce((sum, text) => sum + Number.parseFloat(text), 0) / ratings.length
      expect(Math.round(mean * 10) / 10).toBe(4.9)
      await expect(page.getByText('SEED=none')).toHaveCount(0)
    })
})

test('on phone and desktop, a demo space shows at least four pictures, a photo of the host, and reviews', async ({
  page,
  clients,
}) => {
  const { data } = await clients.server
    .from('spaces')
    .select('id')
    .eq('slug', 'kreuzberg-tonraum')
    .single()
    .throwOnError()
  await page.goto(`/space/${data.id}`)
  for (const [device, viewport] of devices)
    await test.step(device, async () => {
      await page.setViewportSize(viewport)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Tonraum Kreuzberg')
      expect((await imageNames(page, '/spaces/demo/')).length).toBeGreaterThanOrEqual(4)
      const cover = page.locator('main img[src*="/spaces/demo/kreuzberg-tonraum-1"]').first()
      await expect(cover).toHaveJSProperty('complete', true)
      const width = cover.evaluate((image: HTMLImageElement) => image.naturalWidth)
      expect(await width).toBeGreaterThan(0)
      await expect(page.getByText('Lena Brandt').first()).toBeVisible()
      await expect.poll(() => imageNames(page, '/profile-images/')).not.toEqual([])
      await expect(page.getByText(/out of 5$/).first()).toBeAttached()
    })
})
