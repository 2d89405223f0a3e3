import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, keptDraft } from './draft.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

const chosen = { date: '2026-12-01', hour: 14, hours: 2 }

test('what was chosen for a space is found again, for that space alone', () => {
  keepDraft('loft', chosen)
  expect(keptDraft('loft', '2026-12-01')).toEqual(chosen)
  expect(keptDraft('hall', '2026-12-01')).toBeNull()
  forgetDraft('loft')
  expect(keptDraft('loft', '2026-12-01')).toBeNull()
})

test('a day that has passed is not offered again', () => {
  keepDraft('loft', chosen)
  expect(keptDraft('loft', '2026-12-02')).toBeNull()
})

test.each(['nonsense', '{"date":"2026-12-01","hour":"two","hours":2}', '[]', 'null'])(
  'what somebody else stored (%s) is nothing',
  (text) => {
    stored.set('hourspace-draft-loft', text)
    expect(keptDraft('loft', '2026-12-01')).toBeNull()
  },
)

test('where nothing may be stored nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft('loft', chosen)
  forgetDraft('loft')
  expect(keptDraft('loft', '2026-12-01')).toBeNull()
})
