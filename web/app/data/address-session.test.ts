import { afterEach, expect, test, vi } from 'vitest'
import { addressBringsSession } from './address-session.ts'

const key = 'hourspace-session'

function open(address: string, stored: string | null) {
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('localStorage', { getItem: (name: string) => (name === key ? stored : null) })
  vi.stubGlobal('history', { state: null, replaceState })
  vi.spyOn(console, 'warn').mockReturnValue()
  return replaceState
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a visitor is signed in by the tokens of a link', () => {
  const replaceState = open('https://hourspace.example/about#access_token=a&refresh_token=b', null)
  expect(addressBringsSession(key)).toBe(true)
  expect(replaceState).not.toHaveBeenCalled()
})

test("a stranger's link makes nobody who is signed in somebody else, and leaves no tokens behind", () => {
  const replaceState = open('https://hourspace.example/a?b=c#access_token=a&refresh_token=b', '{}')
  expect(addressBringsSession(key)).toBe(false)
  expect(replaceState).toHaveBeenCalledWith(null, '', '/a?b=c')
})

test('any other address brings nobody', () => {
  open('https://hourspace.example/about#list', null)
  expect(addressBringsSession(key)).toBe(false)
})
