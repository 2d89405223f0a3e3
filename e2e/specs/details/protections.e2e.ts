import { expect, test } from '@playwright/test'

test('every page is sent with headers that forbid framing, content sniffing and scripts from sites that are not allowlisted', async ({
  request,
}) => {
  for (const path of ['/', '/explore', '/booking-confirmation', '/no-such-page']) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self'( https:\/\/[\w.*-]+)+( 'sha256-[\w+/=]+')+;/)
    expect(policy).toMatch(/img-src 'self' data: blob: http:\/\/localhost:\d+;/)
    expect(policy).toMatch(/connect-src 'self' http:\/\/localhost:\d+ ws:\/\/localhost:\d+ https:/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  }
})

test('a page runs neither an injected inline script nor a script of another site', async ({
  page,
}) => {
  await page.goto('/about')
  const blocked = ['inline script', 'https://scripts.example/evil.js'].map((script) =>
    page.waitForEvent(
      'console',
      (message) =>
        message.text().includes(script) && message.text().includes('Content Security Policy'),
    ),
  )
  await page.evaluate(() => {
    const inline = document.createElement('script')
    inline.text = 'document.title = "injected"'
    const foreign = document.createElement('script')
    foreign.src = 'https://scripts.example/evil.js'
    document.head.append(inline, foreign)
  })
  await Promise.all(blocked)
  await expect(page).not.toHaveTitle('injected')
})

test('shared caches may store public pages, and no cache may store private pages or error pages', async ({
  request,
}) => {
  const cacheControl = async (path: string) => (await request.get(path)).headers()['cache-control']
  for (const path of ['/', '/explore', '/about', '/new-york', '/sitemap.xml'])
    expect(await cacheControl(path), path).toContain('s-maxage=10')
  for (const path of [
    '/profile',
    '/auth/callback',
    '/newsletter',
    '/no-such-page',
    '/explore.data',
  ])
    expect(await cacheControl(path), path).toBe('no-store')
})
