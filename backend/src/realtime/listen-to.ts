import type postgres from 'postgres'

/** A channel of the database that is listened to. */
export type Listening = {
  /** Resolves once everything said later will be heard. */
  ready: Promise<void>
  /** Nothing is heard any more. */
  stop(): Promise<void>
}

/**
 * Listens until `stop`. The driver goes on trying by itself, also when it could not at first, so
 * nobody should call this once more for it: everything would be heard twice.
 *
 * @param onAgain called when the connection had to be made anew: something may have been missed.
 */
export function listenTo(
  sql: Pick<postgres.Sql, 'listen'>,
  channel: string,
  onPayload: (payload: string) => void,
  onAgain: () => void,
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
      if (isReady && !isStopped) onAgain()
      isReady = true
      ready.resolve()
    },
  )
  // Why it cannot listen is told by whatever else is asked of the database.
  listening.catch(() => {})
  return {
    ready: ready.promise,
    stop: async () => {
      isStopped = true
      if (isReady) await listening.then(({ unlisten }) => unlisten()).catch(() => {})
    },
  }
}
