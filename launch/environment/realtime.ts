import { z } from 'zod'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { count } from './values.ts'

const limit = count.refine((value) => value >= 1, 'must be at least 1').optional()

export const realtimeSection = z.object({
  REALTIME_MAX_CONCURRENT_USERS: limit.describe('Maximum number of sockets per process'),
  REALTIME_MAX_CHANNELS_PER_CLIENT: limit.describe('Maximum number of channels per socket'),
  REALTIME_MAX_BINDINGS_PER_CLIENT: limit.describe(
    'Maximum number of `postgres_changes` bindings per socket, all channels together',
  ),
  REALTIME_MAX_CONNECTIONS_PER_ADDRESS: limit.describe(
    'Maximum number of sockets per process and client address (IPv4 address or IPv6 /64 network)',
  ),
  REALTIME_MAX_EVENTS_PER_SECOND: limit.describe(
    'Broadcasts per second and process, all clients together',
  ),
  REALTIME_MAX_CLIENT_EVENTS_PER_SECOND: limit.describe('Broadcasts per second and socket'),
  REALTIME_MAX_CLIENT_BYTES_PER_SECOND: limit.describe('Broadcast bytes per second and socket'),
  REALTIME_MAX_JOINS_PER_SECOND: limit.describe(
    'Channel joins per second and process, all clients together',
  ),
  REALTIME_MAX_PAYLOAD_SIZE_IN_KB: limit.describe(
    'Maximum payload of a broadcast, in kilobytes of 1,000 bytes',
  ),
  CLIENT_PRESENCE_MAX_CALLS: limit.describe(
    'Presence updates of a client per channel within the window below',
  ),
  CLIENT_PRESENCE_WINDOW_MS: limit.describe('Length of that window, in milliseconds'),
})

export function realtimeSettings(
  environment: z.output<typeof realtimeSection>,
): BackendConfigInput['realtime'] {
  const kilobytes = environment.REALTIME_MAX_PAYLOAD_SIZE_IN_KB
  return {
    maxConcurrentUsers: environment.REALTIME_MAX_CONCURRENT_USERS,
    maxChannelsPerClient: environment.REALTIME_MAX_CHANNELS_PER_CLIENT,
    maxBindingsPerClient: environment.REALTIME_MAX_BINDINGS_PER_CLIENT,
    maxConnectionsPerAddress: environment.REALTIME_MAX_CONNECTIONS_PER_ADDRESS,
    maxEventsPerSecond: environment.REALTIME_MAX_EVENTS_PER_SECOND,
    maxClientEventsPerSecond: environment.REALTIME_MAX_CLIENT_EVENTS_PER_SECOND,
    maxClientBytesPerSecond: environment.REALTIME_MAX_CLIENT_BYTES_PER_SECOND,
    maxJoinsPerSecond: environment.REALTIME_MAX_JOINS_PER_SECOND,
    maxPayloadBytes: kilobytes === undefined ? undefined : kilobytes * 1_000,
    clientPresenceMaxCalls: environment.CLIENT_PRESENCE_MAX_CALLS,
    clientPresenceWindowMs: environment.CLIENT_PRESENCE_WINDOW_MS,
  }
}
