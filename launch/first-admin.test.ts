import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAdminLink } from './first-admin.ts'
import { startTestServer, type InProcessServer } from './testing/server.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
})
afterAll(() => server.stop())

async function newUser() {
  const auth = { persistSession: false, autoRefreshToken: false }
  const client = createClient(server.url, server.anonKey, { auth })
  const email = `${crypto.randomUUID()}@example.com`
  const { data } = await client.auth.signUp({ email, password: 'long enough for this' })
  const claim = async (link: string | null) => {
    const token = new URL(link!).hash.replace('#token=', '')
    const { data: isClaimed } = await client.rpc('claim_first_admin', { p_token: token })
    return isClaimed as boolean
  }
  return { id: data.user!.id, claim }
}

const newLink = () => firstAdminLink(server.databaseUrl, 'https://example.com')

test('a first-admin link makes exactly one account an admin, expires, and has a token that is not stored in the database', async () => {
  const { sql } = server
  const [one, other] = [await newUser(), await newUser()]
  const expired = await newLink()
  await sql`update first_admin_links set expires_at = now() - interval '1 second'`
  expect(await one.claim(expired)).toBe(false)
  expect(await one.claim('https://example.com/first-admin#token=guessed')).toBe(false)

  const link = await newLink()
  expect(link).toMatch(/^https:\/\/example\.com\/first-admin#token=[\w-]{43}$/)
  const stored = await sql`select * from first_admin_links`
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(link!.split('token=')[1])

  const outcomes = await Promise.all([one.claim(link), other.claim(link)])
  expect(outcomes.toSorted()).toEqual([false, true])
  const winner = outcomes[0] ? one : other
  expect(await sql`select id from profiles where is_admin`).toEqual([{ id: winner.id }])
  expect(await sql`select admin_id, action, target_id, reason from admin_actions`).toMatchObject([
    { admin_id: winner.id, action: 'user.grant_admin', target_id: winner.id },
  ])
  expect(await newLink()).toBeNull()
})
