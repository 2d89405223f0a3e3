import { expect, test } from 'vitest'
import { plainLabelHint } from '@hourspace/domain/listing.ts'
import { typeLabelProblem } from './type-label.ts'

const others = [{ label: 'Studio' }, { label: 'Event Venue' }]

test.each([
  ['Pop-up Shop', undefined],
  [' ', 'Please enter a display name'],
  ['Visit evil.com', plainLabelHint],
  [' event venue ', 'There is already a type named Event Venue'],
])('the display name "%s" of a space type has the problem "%s"', (label, problem) => {
  expect(typeLabelProblem(label, others)).toBe(problem)
})
