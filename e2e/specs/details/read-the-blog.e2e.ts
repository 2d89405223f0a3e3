import { expect, test } from '../../support/test.ts'

test('the RSS feed lists every blog article, and an article has structured data', async ({
  request,
}) => {
  const feed = await request.get('/blog/feed.xml')
  expect(feed.headers()['content-type']).toContain('application/rss+xml')
  expect((await feed.text()).match(/<item>/g)).toHaveLength(9)

  const html = await (await request.get('/blog/no-double-bookings')).text()
  const structured = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const posting = structured
    .map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
    .find((one) => one['@type'] === 'BlogPosting')
  expect(posting).toMatchObject({ datePublished: '2026-09-10', author: { name: 'Tobias Adeyemi' } })
})
