import { expect, test } from 'vitest'
import { testFilesIn } from './test-files.ts'

/**
 * The test files that cover a client method (without `.test.ts`). For an unsupported method, also
 * the reason why it is not supported.
 */
export type Coverage = readonly string[] | { unsupported: string; files: readonly string[] }

/** Coverage of each client method, by name in the form 'Class.method'. */
export type ClientLedger = Record<string, Coverage>

/** Tests that a ledger lists exactly the client's public methods and names existing test files. */
export function testClientLedger(
  folder: URL,
  ledger: ClientLedger,
  classes: Record<string, { prototype: object }>,
): void {
  const methods = Object.entries(classes).flatMap(([name, { prototype }]) =>
    Object.getOwnPropertyNames(prototype)
      .filter((method) => method !== 'constructor' && !method.startsWith('_'))
      .map((method) => `${name}.${method}`),
  )

  test('the ledger lists every public method of the client and no other', () => {
    expect(Object.keys(ledger).toSorted()).toEqual(methods.toSorted())
  })

  test('every method in the ledger names test files that exist', () => {
    const existing = testFilesIn(folder)
    const uncovered = Object.entries(ledger).filter(([, coverage]) => {
      const files = 'files' in coverage ? coverage.files : coverage
      return files.length === 0 || !files.every((file) => existing.has(file))
    })
    expect(uncovered).toEqual([])
  })
}
