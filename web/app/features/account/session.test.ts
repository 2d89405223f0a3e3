import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { callbackAddress, safeNext } from './return-address.ts'
import { usableFactors } from './second-factor.ts'
import { SessionProvider, useSession } from './session.tsx'

const factor = (id: string, factor_type: string, status: string, friendly_name?: string) => ({
  id,
  factor_type,
  status,
  friendly_name,
})

test('the second-factor step lists only verified authenticator apps and phones, with their names', () => {
  const factors = [
    factor('1', 'totp', 'verified', 'My tablet'),
    factor('2', 'totp', 'unverified'),
    factor('3', 'phone', 'verified'),
    factor('4', 'webauthn', 'verified'),
    factor('5', 'totp', 'verified', ''),
  ]
  expect(usableFactors(factors)).toEqual([
    { id: '1', kind: 'totp', name: 'My tablet' },
    { id: '3', kind: 'phone', name: 'Text message' },
    { id: '5', kind: 'totp', name: 'Authenticator app' },
  ])
})

beforeEach(() =>
  vi.stubGlobal('location', new URL('https://hourspace.example/space/loft?from=home')),
)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/dashboard', '/dashboard'],
  ['/explore?q=loft#list', '/explore?q=loft#list'],
  ['https://hourspace.example/profile', '/profile'],
  ['https://evil.example/', '/'],
  ['//evil.example/profile', '/'],
  ['/.//evil.example/profile', '/evil.example/profile'],
  ['/profile/..//evil.example', '/evil.example'],
  ['https://hourspace.example//evil.example', '/evil.example'],
  [String.raw`/\evil.example`, '/'],
  ['https://hourspace.example@evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [null, '/'],
])('safeNext converts the requested path %j to %s', (requested, path) => {
  expect(safeNext(requested)).toBe(path)
})

test('callbackAddress returns a redirect URL that opens the page on which the sign-in started', () => {
  expect(callbackAddress()).toBe(
    'https://hourspace.example/auth/callback?next=%2Fspace%2Floft%3Ffrom%3Dhome',
  )
})

function Who() {
  const { status, user } = useSession()
  return `${status}, ${user ? user.email : 'no user'}`
}

test("useSession returns the status 'checking' before the first session check", () => {
  const provided = createElement(
    QueryClientProvider,
    { client: queryClient() },
    createElement(SessionProvider, null, createElement(Who)),
  )
  expect(renderToStaticMarkup(provided)).toBe('checking, no user')
})
