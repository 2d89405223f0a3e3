import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { count } from './environment-values.ts'

const limit = count.refine((value) => value >= 1, 'must be at least 1').optional()

/** What live connections may use, by the names of Supabase Realtime's limits. */
export const realtimeSection = z.object({
  REALTIME_MAX_CONCURRENT_USERS: limit.describe('Sockets of one process'),
  REALTIME_MAX_CHANNELS_PER_CLIENT: limit.describe('Channels joined over one socket'),
  REALTIME_MAX_EVENTS_PER_SECOND: limit.describe(
    'Broadcasts a second of all clients of one process together',
  ),
  REALTIME_MAX_CLIENT_EVENTS_PER_SECOND: limit.describe('Broadcasts a second of one socket'),
  REALTIME_MAX_CLIENT_BYTES_PER_SECOND: limit.describe(
    'Bytes a second of the broadcasts of one socket',
  ),
  REALTIME_MAX_JOINS_PER_SECOND: limit.describe(
    'Joins a second of all clients of one process together',
  ),
  REALTIME_MAX_PAYLOAD_SIZE_IN_KB: limit.describe(
    'Kilobytes (of 1,000 bytes) of one broadcast’s payload',
  ),
  CLIENT_PRESENCE_MAX_CALLS: limit.describe(
    'How often a client may change its presence on one channel within the window',
  ),
  CLIENT_PRESENCE_WINDOW_MS: limit.describe('Milliseconds of that window'),
})

/** The settings of live connections, as the backend takes them. */
export function realtimeSettings(
  environment: z.output<typeof realtimeSection>,
): BackendConfigInput['realtime'] {
  const kilobytes = environment.REALTIME_MAX_PAYLOAD_SIZE_IN_KB
  return {
    maxConcurrentUsers: environment.REALTIME_MAX_CONCURRENT_USERS,
    maxChannelsPerClient: environment.REALTIME_MAX_CHANNELS_PER_CLIENT,
    maxEventsPerSecond: environment.REALTIME_MAX_EVENTS_PER_SECOND,
    maxClientEventsPerSecond: environment.REALTIME_MAX_CLIENT_EVENTS_PER_SECOND,
    maxClientBytesPerSecond: environment.REALTIME_MAX_CLIENT_BYTES_PER_SECOND,
    maxJoinsPerSecond: environment.REALTIME_MAX_JOINS_PER_SECOND,
    maxPayloadBytes: kilobytes === undefined ? undefined : kilobytes * 1_000,
    clientPresenceMaxCalls: environment.CLIENT_PRESENCE_MAX_CALLS,
    clientPresenceWindowMs: environment.CLIENT_PRESENCE_WINDOW_MS,
  }
}
