import { expect, test } from 'vitest'
import { appliedPreferences, parsePrefer } from './parse-prefer.ts'

test('the first of several values counts, spaces and what is unknown do not', () => {
  expect(parsePrefer(' return=minimal ,count=exact,return=representation, colour=red')).toEqual({
    return: 'minimal',
    count: 'exact',
    resolution: null,
    missing: null,
    handling: null,
    tx: null,
    timezone: null,
    maxAffected: null,
  })
})

test('a strict request names nothing unknown', () => {
  expect(() => parsePrefer('handling=strict, colour=red, return=maximal')).toThrow(
    expect.objectContaining({
      code: 'PGRST122',
      details: 'Invalid preferences: colour=red, return=maximal',
    }),
  )
})

test('what was honoured comes back in one order, max-affected only when strict', () => {
  const all = ['maxAffected', 'timezone', 'return', 'tx', 'resolution', 'handling'] as const
  const applied = (header: string) => appliedPreferences(parsePrefer(header), all)
  expect(applied('max-affected=3, timezone=Asia/Tokyo, tx=commit, return=minimal')).toBe(
    'return=minimal, tx=commit, timezone=Asia/Tokyo',
  )
  expect(applied('handling=strict, max-affected=3')).toBe('handling=strict, max-affected=3')
  expect(applied('max-affected=many')).toBe('')
})
