import type postgres from 'postgres'

export type Listening = {
  /** Resolves when LISTEN has taken effect, so that all later notifications are delivered. */
  ready: Promise<void>
  stop(): Promise<void>
}

/**
 * Listens on a channel until `stop`. Call this function once per channel: the driver retries LISTEN
 * after an error, and a second LISTEN would deliver every notification twice.
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
  // Ignores the error, because the driver retries LISTEN and other queries report an outage.
  listening.catch(() => {})
  return {
    ready: ready.promise,
    stop: async () => {
      isStopped = true
      if (isReady) await listening.then(({ unlisten }) => unlisten()).catch(() => {})
    },
  }
}
