import { readFileSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InProcessServer, startTestServer } from '@hourspace/launch/testing/server.ts'
import type { Client } from '@hourspace/web/data/client.ts'
import type { Database } from '@hourspace/web/data/database.types.ts'
import { listSpaces } from '@hourspace/web/data/spaces.ts'

let server: InProcessServer
let client: Client

beforeAll(async () => {
  server = await startTestServer({ seed: 'demo' })
  client = createClient<Database>(server.url, server.anonKey, {
    auth: { persistSession: false },
    global: { fetch: (input, init) => server.fetch(new Request(input, init)) },
  })
})

afterAll(() => server.stop())

/**
 * Search phrases with titles of spaces. At least one of the titles must be among the first three
 * results.
 */
const phrases = readFileSync(new URL('fixtures/search-phrases.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [phrase = '', titles = ''] = line.split('\t')
    return { phrase, titles: titles.split('|') }
  })

test.each(phrases)(
  'a demo search for "$phrase" finds an expected space among the first three results',
  async ({ phrase, titles }) => {
    const { spaces } = await listSpaces(client, { text: phrase }, { limit: 3 })
    const found = spaces.map(({ title }) => title)
    expect(found).toSatisfy(() => titles.some((title) => found.includes(title)))
  },
)
