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
  ])('allows a redirect to %s', (asked) => {
    expect(safeRedirect(configOf(), asked)).toBe(new URL(asked).href)
  })

  test('refuses loopback redirects when they are switched off', () => {
    const config = configWith({ loopbackRedirects: false })
    expect(safeRedirect(config, 'http://127.0.0.1:3000/back')).toBe(site)
    expect(safeRedirect(config, `${site}/back`)).toBe(`${site}/back`)
  })

  test.each([
    ['another host', 'https://evil.example/'],
    ['another scheme', 'http://hourspace.example/'],
    ['another port', `${site}:8443/`],
    ['a user name', 'https://hourspace.example@evil.example/'],
    ['a user name on the site', 'https://somebody@hourspace.example/'],
    ['a user name and password', 'https://evil.example:x@hourspace.example/'],
    ['a look-alike', 'https://hourspace.example.evil.example/'],
    ['a look-alike in front', 'https://evilhourspace.example/'],
    ['a look-alike in Cyrillic', 'https://hоurspace.example/'],
    ['a dot behind the host', 'https://hourspace.example./'],
    ['a subdomain', 'https://x.hourspace.example/'],
    ['a host that begins like this machine', 'http://127.0.0.1.evil.example/'],
    ['a name of this machine', 'http://localhost:3000/'],
    ['every address of this machine', 'http://0.0.0.0/'],
    ['backslashes for slashes', 'https:\\\\evil.example\\'],
    ['a backslash before the user name', 'https://hourspace.example\\@evil.example/'],
    ['no scheme', '//evil.example/'],
    ['a path', '/profile'],
    ['a tab within', 'https://hourspace.example\t.evil.example/'],
    ['a line break', 'https://hourspace.example/\r\nSet-Cookie: a=b'],
    ['a control character', 'https://hourspace.example/\u0001'],
    ['javascript', 'javascript:alert(1)//https://hourspace.example'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a blob', 'blob:https://hourspace.example/x'],
    ['a file', 'file:///etc/passwd'],
    ['nothing', ''],
    ['null', null],
    ['no address', 'https://'],
  ])('refuses the redirect target %s', (_what, asked) => {
    expect(safeRedirect(configOf(), asked)).toBe(site)
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
  ])('the allow list entry %s matches %s', (pattern, asked) => {
    expect(safeRedirect(configOf('https://other.example', pattern), asked)).toBe(
      new URL(asked).href,
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
  ])('the allow list entry %s does not match %s', (pattern, asked) => {
    expect(safeRedirect(configOf(pattern), asked)).toBe(site)
  })
})

test('reads redirect_to from the query before the header, and from the header before the referer', () => {
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
