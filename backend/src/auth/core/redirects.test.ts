import { describe, expect, test } from 'vitest'
import { parseConfig, type BackendConfigInput } from '#backend/config/config.ts'
import { requestedRedirect, safeRedirect } from './redirects.ts'

const site = 'https://hourspace.example'

function configOf(...redirectUrls: string[]) {
  return configWith({ redirectUrls })
}

function configWith(auth: NonNullable<BackendConfigInput['auth']>) {
  const { siteUrl, auth: settings } = parseConfig({
    databaseUrl: 'postgres://localhost',
    siteUrl: site,
    jwtSecret: 'x'.repeat(32),
    anonKey: 'anon',
    serviceRoleKey: 'service',
    storageDir: '/nowhere',
    auth,
  })
  return { siteUrl, settings }
}

describe('redirects to the site and to loopback addresses', () => {
  test.each([
    `${site}/profile?tab=security#top`,
    `${site}:443/`,
    'HTTPS://HOURSPACE.EXAMPLE/spaces',
    'http://127.0.0.1:3000/back',
    'http://127.8.9.10/',
    'https://[::1]:8443/back',
  ])('safeRedirect allows a redirect to %s', (requested) => {
    expect(safeRedirect(configOf(), requested)).toBe(new URL(requested).href)
  })

  test('safeRedirect refuses loopback redirects when loopbackRedirects is off', () => {
    const config = configWith({ loopbackRedirects: false })
    expect(safeRedirect(config, 'http://127.0.0.1:3000/back')).toBe(site)
    expect(safeRedirect(config, `${site}/back`)).toBe(`${site}/back`)
  })

  test.each([
    ['with another host', 'https://evil.example/'],
    ['with another scheme', 'http://hourspace.example/'],
    ['with another port', `${site}:8443/`],
    ['on another host with the site as user name', 'https://hourspace.example@evil.example/'],
    ['on the site with a user name', 'https://user@hourspace.example/'],
    ['with user name and password', 'https://evil.example:x@hourspace.example/'],
    ['on a host that starts with the site name', 'https://hourspace.example.evil.example/'],
    ['on a host that ends with the site name', 'https://evilhourspace.example/'],
    ['on a look-alike host with a Cyrillic letter', 'https://hоurspace.example/'],
    ['with a dot after the host', 'https://hourspace.example./'],
    ['on a subdomain', 'https://x.hourspace.example/'],
    ['on a host that starts with 127.0.0.1', 'http://127.0.0.1.evil.example/'],
    ['on localhost', 'http://localhost:3000/'],
    ['on 0.0.0.0', 'http://0.0.0.0/'],
    ['with backslashes instead of slashes', 'https:\\\\evil.example\\'],
    ['with a backslash before the user name', 'https://hourspace.example\\@evil.example/'],
    ['without a scheme', '//evil.example/'],
    ['that is only a path', '/profile'],
    ['with a tab', 'https://hourspace.example\t.evil.example/'],
    ['with a line break', 'https://hourspace.example/\r\nSet-Cookie: a=b'],
    ['with a control character', 'https://hourspace.example/\u0001'],
    ['with the scheme javascript', 'javascript:alert(1)//https://hourspace.example'],
    ['with the scheme data', 'data:text/html,<script>alert(1)</script>'],
    ['with the scheme blob', 'blob:https://hourspace.example/x'],
    ['with the scheme file', 'file:///etc/passwd'],
    ['that is empty', ''],
    ['that is missing', null],
    ['without a host', 'https://'],
  ])('safeRedirect refuses a redirect target %s', (_label, requested) => {
    expect(safeRedirect(configOf(), requested)).toBe(site)
  })
})

describe('redirect allow list', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com/'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['https://app.example.com/**', 'https://app.example.com/'],
    ['https://app.example.com/**', 'https://app.example.com/a/b.html?next=1#x'],
    ['https://app.example.com/*', 'https://app.example.com/back'],
    ['https://app.example.com**', 'https://app.example.com/a/b'],
    ['https://*.example.com/**', 'https://pr-1.example.com/a'],
    ['https://**.example.com/**', 'https://a.b.example.com/a'],
    ['https://*-team.example.com/back', 'https://pr-12-team.example.com/back'],
    ['https://app.example.com:*/**', 'https://app.example.com:8443/a'],
    ['https://app?.example.com/', 'https://app1.example.com/'],
  ])('the redirect allow list entry %s matches %s', (pattern, requested) => {
    expect(safeRedirect(configOf('https://other.example', pattern), requested)).toBe(
      new URL(requested).href,
    )
  })

  test.each([
    ['https://app.example.com', 'https://app.example.com/deeper'],
    ['https://app.example.com', 'https://app.example.com.evil.example/'],
    ['https://app.example.com**', 'https://app.example.com.evil.example/'],
    ['https://app.example.com*', 'https://app.example.community/'],
    ['https://app.example.com**', 'https://app.example.com:8443/'],
    ['https://app.example.com/**', 'http://app.example.com/a'],
    ['https://app.example.com/**', 'https://appxexample.com/a'],
    ['https://app.example.com/*', 'https://app.example.com/a/b'],
    ['https://*.example.com/**', 'https://a.b.example.com/'],
    ['https://*.example.com/**', 'https://evil.example/x.example.com/'],
    ['https://**.example.com/**', 'https://evil.example/x.example.com/'],
    ['https://**.example.com/**', 'https://evil.example?x.example.com/'],
    ['https://*.example.com/**', 'https://evil.example#.example.com/'],
    ['https://app.example.com:*/**', 'https://app.example.com:8@evil.example/'],
    ['https://(app|evil).example/', 'https://evil.example/'],
    ['**', 'javascript:alert(1)'],
  ])('the redirect allow list entry %s does not match %s', (pattern, requested) => {
    expect(safeRedirect(configOf(pattern), requested)).toBe(site)
  })
})

test('requestedRedirect prefers redirect_to in the query over the header, and the header over the Referer', () => {
  const request = (query: string, headers: HeadersInit) =>
    new Request(`${site}/auth/v1/otp${query}`, { headers })
  const headers = { redirect_to: 'https://header.example', referer: 'https://referer.example' }
  expect(requestedRedirect(request('?redirect_to=https://q.example', headers))).toBe(
    'https://q.example',
  )
  expect(requestedRedirect(request('', headers))).toBe('https://header.example')
  expect(requestedRedirect(request('', { referer: 'https://referer.example' }))).toBe(
    'https://referer.example',
  )
  expect(requestedRedirect(request('', {}))).toBeNull()
})
