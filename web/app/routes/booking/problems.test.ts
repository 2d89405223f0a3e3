import { expect, test } from 'vitest'
import { withdrawalText } from './problems.tsx'

const report = { kind: 'no_access', status: 'open' } as const
const withdrawn = { kind: 'no_access', status: 'withdrawn' } as const
const other = { kind: 'not_as_described', status: 'withdrawn' } as const

test('the dialog for the third withdrawal of a problem report says that the problem cannot be reported again', () => {
  expect(withdrawalText(report, [withdrawn, other, other, report])).toMatch(
    /You can report the problem again until the reporting deadline\.$/,
  )
  expect(withdrawalText(report, [withdrawn, withdrawn, report])).toMatch(
    /you can’t report this problem again afterwards\.$/,
  )
})
