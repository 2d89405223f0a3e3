import { inspect } from '../../support/pictures.ts'
import { listSpace } from '../../support/market.ts'
import { expect, test } from '../../support/test.ts'

/** Returns the path and query of each URL in a sitemap or sitemap index. */
const addresses = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => {
    const { pathname, search } = new URL(url ?? '')
    return pathname + search
  })

const canonicalOf = (path: string) =>
  new RegExp(`<link rel="canonical" href="http://[^/"]+${path.replaceAll('?', String.raw`\?`)}"`)

test('robots.txt names sitemaps that list pages and spaces without duplicates', async ({
  request,
  clients,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  const index = new URL(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '').pathname
  const files = addresses(await (await request.get(index)).text())

  const found: string[] = []
  for (const file of files) found.push(...addresses(await (await request.get(file)).text()))
  const { data } = await clients.server
    .from('spaces')
    .select('slug')
    .eq('is_listed', true)
    .order('created_at')
    .range(0, 20)
  expect(found).toEqual(expect.arrayContaining(['/', '/explore', '/help']))
  expect(found).toEqual(expect.arrayContaining((data ?? []).map(({ slug }) => `/space/${slug}`)))
  expect(new Set(found).size).toBe(found.length)
})

test('every page in the sitemap exists, is canonical and may be indexed', async ({ request }) => {
  test.slow()
  for (const path of addresses(await (await request.get('/sitemap/pages.xml')).text())) {
    const answer = await request.get(path)
    const html = await answer.text()
    expect(answer.status(), path).toBe(200)
    expect(html, path).toMatch(canonicalOf(path))
    expect(html, path).not.toContain('name="robots"')
    expect(html.match(/<h1/g), path).toHaveLength(1)
    expect(html, path).toMatch(/<meta name="description" content="[^"]{50,}"/)
    expect(html, path).toMatch(/<meta property="og:image" content="http/)
  }
})

test('private pages are marked noindex', async ({ request }) => {
  const paths = ['/dashboard', '/my-listings', '/my-bookings', '/profile', '/admin']
  for (const path of [...paths, '/create-listing', '/booking-confirmation', '/privacy/settings']) {
    expect(await (await request.get(path)).text(), path).toContain(
      '<meta name="robots" content="noindex"',
    )
  }
})

test('a space page has one canonical URL and its own preview image', async ({
  request,
  clients,
}) => {
  const space = await listSpace(clients)
  const answer = await request.get(`/space/${space.id}?guests=8&hours=3`, { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  expect(answer.headers()['location']).toBe(`${space.path}?guests=8&hours=3`)

  const html = await (await request.get(space.path)).text()
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const image = await request.get(picture.replaceAll('&amp;', '&'))
  expect(image.headers()['content-type']).toBe('image/jpeg')
  expect(await inspect(await image.body())).toMatchObject({ width: 1200, height: 630 })
})
