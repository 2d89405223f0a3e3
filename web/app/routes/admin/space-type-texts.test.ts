import { expect, test } from 'vitest'
import { removalText, removedText } from './space-type-texts.ts'

test.each([
  [0, false, 'Loft disappears from every page. No space uses it.'],
  [0, true, 'Loft disappears from every page. Any spaces change to the type you choose.'],
  [1, true, 'Loft disappears from every page. Its space changes to the type you choose.'],
  [1200, true, 'Loft disappears from every page. Its 1,200 spaces change to the type you choose.'],
])('the dialog about a space type with %i spaces (target needed: %s) says "%s"', (...row) => {
  const [spaces, needsTarget, text] = row
  expect(removalText({ label: 'Loft', spaces }, needsTarget)).toBe(text)
})

test('the notice about a removed space type names the type that its spaces have now', () => {
  expect(removedText('Loft', undefined)).toBe('Loft was removed')
  expect(removedText('Loft', { label: 'Studio' })).toBe('Loft was merged into Studio')
})
