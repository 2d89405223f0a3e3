import { expect, test } from 'vitest'
import { connectBackend, publicEnvironment, serverClient } from './backend.server.ts'

const connection = {
  fetch: () => Promise.resolve(Response.json([{ id: 1 }])),
  supabaseUrl: 'http://localhost:3000',
  supabaseAnonKey: 'anon',
  stripePublishableKey: 'pk_test',
  stripeSandbox: true,
  demo: true,
  siteUrl: 'http://localhost:3000/',
}

test('publicEnvironment throws if connectBackend was not called, and connectBackend throws if the URL or the public key is missing', () => {
  const message = 'Missing required environment variables'
  expect(() => publicEnvironment()).toThrow(message)
  expect(() => connectBackend({ ...connection, supabaseUrl: '' })).toThrow(message)
  expect(() => connectBackend({ ...connection, supabaseAnonKey: '' })).toThrow(message)
})

test('connectBackend makes loaders call the backend through the given `fetch` instead of the network', async () => {
  connectBackend(connection)
  const { data } = await serverClient().from('spaces').select()
  expect(data).toEqual([{ id: 1 }])
})

test('publicEnvironment returns the API URL "/" if the API and the site share an origin, and the full URL otherwise', () => {
  connectBackend(connection)
  expect(publicEnvironment()).toMatchObject({ supabaseUrl: '/', siteUrl: 'http://localhost:3000' })

  connectBackend({ ...connection, supabaseUrl: 'https://x.supabase.co' })
  expect(publicEnvironment().supabaseUrl).toBe('https://x.supabase.co')
  expect(publicEnvironment()).not.toHaveProperty('fetch')
})
