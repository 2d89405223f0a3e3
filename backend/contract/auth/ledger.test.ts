import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ledger } from './ledger.ts'

/** Whether a file of this folder holds a test of this title. */
function exists(named: string): boolean {
  const [file, ...title] = named.split(' > ')
  const path = new URL(`${file}.test.ts`, import.meta.url)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => source.includes(quote + title.join(' > ') + quote))
}

test.each(Object.entries(ledger))('%s does its work, refuses and withstands', (_, cases) => {
  for (const named of [cases.success, cases.refusal, cases.abuse]) {
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((title) => !exists(title))).toEqual([])
  }
})
