import { expect, test, vi } from 'vitest'
import { browserClient } from './browser-client.ts'
import { restoreBlocks, type Block } from './host-calendar.ts'

vi.mock('./browser-client.ts', () => ({ browserClient: vi.fn<() => unknown>() }))

test('restoreBlocks blocks at most 400 times per request and returns the conflicts of all requests', async () => {
  const lengths: number[] = []
  vi.mocked(browserClient).mockResolvedValue({
    rpc: (_name: string, { p_blocks: [first, ...others] }: { p_blocks: Block[] }) => ({
      throwOnError: async () => {
        lengths.push(1 + others.length)
        return { data: { blocked: '{}', conflicts: [first] } }
      },
    }),
  } as never)
  const blocks = Array.from({ length: 730 }, (_, day) => ({
    starts_at: new Date(Date.UTC(2030, 0, 1 + day)).toISOString(),
    ends_at: new Date(Date.UTC(2030, 0, 2 + day)).toISOString(),
    note: 'Closed',
    series_id: null,
  }))
  expect(await restoreBlocks({ spaceId: 'loft', blocks })).toEqual([blocks[0], blocks[400]])
  expect(lengths).toEqual([400, 330])
})
