import { beforeEach, expect, test, vi } from 'vitest'
import { recentList } from './recent-list.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test('a recent list contains the newest texts without duplicates, newest first', () => {
  const list = recentList('recent', 2)
  for (const text of ['Berlin', 'loft', 'berlin']) list.add(text)
  expect(list.read()).toEqual(['berlin', 'loft'])
  list.add('Tokyo')
  expect(list.read()).toEqual(['Tokyo', 'berlin'])
  list.remove('Berlin')
  expect(list.read()).toEqual(['Tokyo'])
})

test('a recent list is empty if the stored value is damaged', () => {
  localStorage.setItem('recent', '{')
  expect(recentList('recent', 2).read()).toEqual([])
})
