import { expect, test, vi } from 'vitest'

const callFunction = vi.hoisted(() => vi.fn<() => Promise<string>>())
vi.mock('./functions.ts', () => ({ callFunction }))

const { earningsStatement } = await import('./earnings.ts')

test('the CSV of earnings starts with a byte order mark, so that Excel reads its accents', async () => {
  callFunction.mockResolvedValueOnce('Space\r\nCafé\r\n')
  const file = await earningsStatement(2026, null, 'csv')
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('\ufeffSpace\r\nCafé\r\n')
  expect(file.type).toBe('text/csv;charset=utf-8')
})
