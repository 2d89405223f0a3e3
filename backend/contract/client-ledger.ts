import { expect, test } from 'vitest'
import { missingTests } from './named-tests.ts'

/** What is shown of a client's method: that it works, or that it is refused, and why. */
export type Shown = { works: readonly string[] } | { refused: string; shown: readonly string[] }

/** By 'Class.method'. Tests are named 'file > title', without `.test.ts`. */
export type ClientLedger = Record<string, Shown>

/**
 * Tests that a ledger leaves out no public method of the clients' classes, names none they do not
 * have, and that every test it names is there.
 */
export function holdsTrue(
  folder: URL,
  ledger: ClientLedger,
  classes: Record<string, { prototype: object }>,
): void {
  const methods = Object.entries(classes).flatMap(([name, { prototype }]) =>
    Object.getOwnPropertyNames(prototype)
      .filter((method) => method !== 'constructor' && !method.startsWith('_'))
      .map((method) => `${name}.${method}`),
  )

  test('every method of the client stands in the ledger', () => {
    expect(Object.keys(ledger).toSorted()).toEqual(methods.toSorted())
  })

  test.each(Object.entries(ledger))('%s is shown', (_, shown) => {
    const titles = 'works' in shown ? shown.works : shown.shown
    expect(titles.length).toBeGreaterThan(0)
    expect(missingTests(folder, titles)).toEqual([])
  })
}
