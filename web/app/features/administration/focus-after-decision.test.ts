import { afterEach, expect, test, vi } from 'vitest'
import { focusAfterDecision } from './focus-after-decision.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['the heading of the section', 2, 'problems'],
  ['the to-do list if the section has no rows left', 0, 'work-list'],
])('a decision in the admin overview focuses %s', (_target, rowsLeft, id) => {
  const focused = stubPage({ isInField: false })
  focusAfterDecision('problems', rowsLeft)
  expect(focused).toEqual([id])
})

test('a decision in the admin overview leaves the focus in the field in which the admin types', () => {
  const focused = stubPage({ isInField: true })
  focusAfterDecision('problems', 2)
  expect(focused).toEqual([])
})

/** Returns the list of focused ids. */
function stubPage({ isInField }: { isInField: boolean }): string[] {
  const focused: string[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callback())
  vi.stubGlobal('document', {
    activeElement: { matches: () => isInField },
    getElementById: (id: string) => ({ focus: () => focused.push(id) }),
  })
  return focused
}
