import { z } from 'zod'

const count = z.number().int().positive()

/** What sockets and the clients behind them may use. Defaults are the hosted service's for large projects. */
export const realtimeSchema = z.object({
  /** Sockets of one process. */
  maxConcurrentUsers: count.default(10_000),
  /** Topics joined over one socket. */
  maxChannelsPerClient: count.default(100),
  /** Broadcasts of all clients of one process together. */
  maxEventsPerSecond: count.default(2_500),
  /** Broadcasts of one socket. */
  maxClientEventsPerSecond: count.default(100),
  /** Bytes of the broadcasts of one socket; so many seconds' worth may come at once. */
  maxClientBytesPerSecond: count.default(1_000_000),
  /** Joins of all clients of one process together. */
  maxJoinsPerSecond: count.default(2_500),
  /** Bytes of one broadcast's payload. */
  maxPayloadBytes: count.default(3_000_000),
  /** Calls of track and untrack on one channel within the window. */
  clientPresenceMaxCalls: count.default(5),
  clientPresenceWindowMs: count.default(30_000),
  /** Milliseconds between two looks for tokens that have run out and sessions that have ended. */
  sweepMs: count.default(5_000),
})
