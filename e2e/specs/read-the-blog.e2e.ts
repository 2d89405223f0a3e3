import { expect, test } from '../support/test.ts'

const categories = [
  'All Posts',
  'Hosting Tips',
  'City Guides',
  'Design',
  'Business',
  'Technology',
  'Community',
]

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('the blog filters articles by category and opens the selected article', async ({
      page,
    }) => {
      await page.goto('/blog')
      const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
      await expect(chips).toHaveText(categories)
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
  })
}

test('blog articles are in the RSS feed and the sitemap', async ({ page, request }) => {
  const feed = await request.get('/blog/feed.xml')
  expect(feed.headers()['content-type']).toContain('application/rss+xml')
  expect((await feed.text()).match(/<item>/g)).toHaveLength(9)

  await page.goto('/blog/no-double-bookings')
  const structured = await page.locator('script[type="application/ld+json"]').allTextContents()
  const posting = structured
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find((one) => one['@type'] === 'BlogPosting')
  expect(posting).toMatchObject({ datePublished: '2026-09-10', author: { name: 'Tobias Adeyemi' } })
})

test.describe('unknown articles', () => {
  test.use({ expectedConsoleErrors: /status of 404/ })

  test('an unknown blog article shows a not-found page', async ({ page }) => {
    const response = await page.goto('/blog/no-such-article')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article not found')
  })
})
