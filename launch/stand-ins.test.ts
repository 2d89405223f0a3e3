import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateKeys, type Keys } from './keys.ts'
import { distantStandIns, noStandIns, openStandIns, type StandIns } from './stand-ins.ts'
import { standInStripe } from './stripe.ts'
import { runFolder } from './testing/run.ts'

let keys: Keys
let running: StandIns
let distant: StandIns

beforeAll(async () => {
  keys = await generateKeys()
  running = await openStandIns({
    siteUrl: 'http://site.test',
    dataDir: mkdtempSync(join(runFolder(), 'stand-ins-')),
    serviceRoleKey: keys.serviceRoleKey,
    stripe: standInStripe(keys),
    mail: true,
  })
  // As they reach another process: as JSON.
  distant = distantStandIns(JSON.parse(JSON.stringify(running.links)) as StandIns['links'])
})

afterAll(() => running.close())

test('another process serves the same paths, and none that no stand-in has', () => {
  for (const standIns of [running, distant]) {
    expect(standIns.serves('/_sandbox/outbox/messages.json')).toBe(true)
    expect(standIns.serves('/_sandbox/outboxes')).toBe(false)
    expect(standIns.serves('/_sandbox/identity')).toBe(false)
    expect(standIns.serves('/rest/v1/spaces')).toBe(false)
  }
  expect(noStandIns.serves('/_sandbox/outbox')).toBe(false)
})

test('what is asked of another process is passed on, body and refusal included', async () => {
  const clock = (authorization: string) =>
    distant.fetch(
      new Request('http://site.test/_sandbox/stripe/test/clock?x=1', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
        body: JSON.stringify({ now: '2040-01-01T00:00:00Z' }),
      }),
    )
  const answer = await clock(`Bearer ${keys.stripeSecretKey}`)
  expect(answer.headers.get('content-encoding')).toBeNull()
  // The clock goes on from there.
  expect(await answer.json()).toMatchObject({ now: expect.stringMatching(/^2040-01-01T00:0/) })
  expect(running.now?.().getUTCFullYear()).toBe(2040)
  expect((await clock('Bearer somebody')).status).toBe(401)
  const page = await distant.fetch(new Request('http://site.test/_sandbox/outbox'))
  expect(await page.text()).toContain('<html')
})
