import { expect, test } from 'vitest'
import { missingTests } from '../named-tests.ts'
import { ledger } from './ledger.ts'

const folder = new URL('.', import.meta.url)

test.each(Object.entries(ledger))('%s does its work, refuses and withstands', (_, cases) => {
  for (const named of [cases.success, cases.refusal, cases.abuse]) {
    expect(named.length).toBeGreaterThan(0)
    expect(missingTests(folder, named)).toEqual([])
  }
})
