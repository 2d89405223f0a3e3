import { expect, test } from '@playwright/test'

test('every page is sent with headers that forbid framing and content sniffing', async ({
  request,
}) => {
  for (const path of ['/', '/explore', '/booking-confirmation', '/no-such-page']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  }
})
