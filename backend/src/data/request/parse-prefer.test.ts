import { expect, test } from 'vitest'
import { appliedPreferences, parsePrefer } from './parse-prefer.ts'

test('parsePrefer uses the first value of a repeated preference and ignores spaces and unknown preferences', () => {
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

test('parsePrefer throws PGRST122 for unknown preferences and values with handling=strict', () => {
  expect(() => parsePrefer('handling=strict, colour=red, return=maximal')).toThrow(
    expect.objectContaining({
      code: 'PGRST122',
      details: 'Invalid preferences: colour=red, return=maximal',
    }),
  )
})

test('appliedPreferences lists preferences in a fixed order and includes max-affected only with handling=strict', () => {
  const all = ['maxAffected', 'timezone', 'return', 'tx', 'resolution', 'handling'] as const
  const applied = (header: string) => appliedPreferences(parsePrefer(header), all)
  expect(applied('max-affected=3, timezone=Asia/Tokyo, tx=commit, return=minimal')).toBe(
    'return=minimal, tx=commit, timezone=Asia/Tokyo',
  )
  expect(applied('handling=strict, max-affected=3')).toBe('handling=strict, max-affected=3')
  expect(applied('max-affected=many')).toBe('')
})
