import { afterEach, expect, test, vi } from 'vitest'
import { focusAfterDecision } from './focus-after-decision.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['the heading of the section', 2, 'problems'],
  ['the to-do list if the section has no rows left', 0, 'work-list'],
])('a decision in the admin overview focuses %s', (_target, rowsLeft, id) => {
  const focused: string[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callback())
  vi.stubGlobal('document', {
    getElementById: (found: string) => ({ focus: () => focused.push(found) }),
  })
  focusAfterDecision('problems', rowsLeft)
  expect(focused).toEqual([id])
})
