import type postgres from 'postgres'

/** A PostgreSQL LISTEN on one channel. */
export type Listening = {
  /** Resolves once all later notifications will be received. */
  ready: Promise<void>
  stop(): Promise<void>
}

/**
 * Listens until `stop`. The driver retries after errors, also when the first attempt failed. Calling this
 * again for the same purpose would therefore deliver everything twice.
 *
 * @param onReconnect called after a reconnect: notifications may have been missed.
 */
export function listenTo(
  sql: Pick<postgres.Sql, 'listen'>,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: () => void,
): Listening {
  const ready = Promise.withResolvers<void>()
  let isReady = false
  let isStopped = false
  const listening = sql.listen(
    channel,
    (payload) => {
      if (!isStopped) onPayload(payload)
    },
    () => {
      if (isReady && !isStopped) onReconnect()
      isReady = true
      ready.resolve()
    },
  )
  // Retried by the driver; an unreachable database is reported by other queries.
  listening.catch(() => {})
  return {
    ready: ready.promise,
    stop: async () => {
      isStopped = true
      if (isReady) await listening.then(({ unlisten }) => unlisten()).catch(() => {})
    },
  }
}
