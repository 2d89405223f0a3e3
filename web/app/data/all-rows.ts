import type { Cursor, Page } from './keyset.ts'

/** Reads all pages of a list, for an export. */
export async function allRows<Row>(
  readPage: (after: Cursor | null) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let after: Cursor | null = null
  do {
    const page: Page<Row> = await readPage(after)
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}
