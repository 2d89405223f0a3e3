import type { SupabaseClient } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { browserClient } from './browser-client.ts'
import type { Database } from './database.types.ts'

export type QueryState<T> = {
  /** The latest answer; undefined until the first one. It stays while the next is fetched. */
  data: T | undefined
  /** What went wrong last, as a text to show. */
  error: string | undefined
  reload: () => void
  /** Changes the answer in place, for what the screen knows sooner than the server says. */
  change: (update: (data: T) => T) => void
}

/**
 * Asks the backend as the signed-in person, once for every `key`; null waits. For screens that
 * are the person's own; public pages load in their loader.
 */
export function useQuery<T>(
  key: string | null,
  ask: (client: SupabaseClient<Database>) => Promise<T>,
  failure: string,
): QueryState<T> {
  const [answer, setAnswer] = useState<{ key: string; data: T }>()
  const [error, setError] = useState<string>()
  const [turn, setTurn] = useState(0)
  const latest = useRef({ ask, failure })
  useEffect(() => {
    latest.current = { ask, failure }
  })

  useEffect(() => {
    if (key === null) return
    let isCurrent = true
    browserClient()
      .then((client) => latest.current.ask(client))
      .then(
        (data) => {
          if (!isCurrent) return
          setAnswer({ key, data })
          setError(undefined)
        },
        (reason: unknown) => {
          if (isCurrent) setError(messageOf(reason, latest.current.failure))
        },
      )
    return () => {
      isCurrent = false
    }
  }, [key, turn])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const change = useCallback(
    (update: (data: T) => T) =>
      setAnswer((before) => before && { key: before.key, data: update(before.data) }),
    [],
  )
  return { data: answer?.key === key ? answer?.data : undefined, error, reload, change }
}
