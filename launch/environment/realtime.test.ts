import { expect, test } from 'vitest'
import { realtimeSettings } from './realtime.ts'
import { readEnvironment } from './environment.ts'

test("Realtime limits are read from Supabase Realtime's environment variables and must be at least 1", () => {
  const environment = readEnvironment({
    REALTIME_MAX_EVENTS_PER_SECOND: '7',
    REALTIME_MAX_PAYLOAD_SIZE_IN_KB: '256',
  })
  expect(realtimeSettings(environment)).toMatchObject({
    maxEventsPerSecond: 7,
    maxPayloadBytes: 256_000,
    maxChannelsPerClient: undefined,
  })
  expect(() => readEnvironment({ REALTIME_MAX_CONCURRENT_USERS: '0' })).toThrow(
    'REALTIME_MAX_CONCURRENT_USERS must be at least 1',
  )
})
