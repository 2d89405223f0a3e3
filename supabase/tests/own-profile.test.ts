import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type InProcessServer } from '@hourspace/launch/testing/server.ts'
import { ownProfile, ownProfileDetails, saveProfile } from '@hourspace/web/data/profiles.ts'

let server: InProcessServer
let client: Parameters<typeof ownProfile>[0]
let me: string

beforeAll(async () => {
  server = await startTestServer()
  const supabase = createClient(server.url, server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => server.fetch(new Request(input, init)) },
  })
  client = supabase
  const { data } = await supabase.auth.signUp({ email: 'nia@example.com', password: 'long enough' })
  me = data.user?.id ?? ''
})

afterAll(() => server.stop())

test('ownProfile creates a missing profile with is_admin = false', async () => {
  await server.sql`delete from profiles where id = ${me}`
  const { error } = await client.from('profiles').select().eq('id', me).single()
  expect(error?.code).toBe('PGRST116')

  expect(await ownProfile(client, me)).toEqual({
    full_name: null,
    avatar_url: null,
    is_admin: false,
    is_host: false,
  })
  expect([...(await server.sql`select id, is_admin from profiles`)]).toEqual([
    { id: me, is_admin: false },
  ])
})

test('ownProfile and ownProfileDetails return the saved profile', async () => {
  await saveProfile(client, me, {
    full_name: 'Nia',
    avatar_url: null,
    bio: 'Potter',
    languages: ['de', 'pt-BR'],
  })
  expect(await ownProfile(client, me)).toMatchObject({ full_name: 'Nia' })
  expect(await ownProfileDetails(client, me)).toEqual({ bio: 'Potter', languages: ['de', 'pt-BR'] })
})

test('ownProfile throws errors other than PGRST116, such as a missing grant (42501)', async () => {
  await server.sql`revoke select on profiles from authenticated`
  await expect(ownProfile(client, me)).rejects.toMatchObject({ code: '42501' })
  await server.sql`grant select on profiles to authenticated`
})
