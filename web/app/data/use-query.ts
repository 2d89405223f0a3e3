import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'

type QueryState<T> = {
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
  ask: (client: Client) => Promise<T>,
  failure: string,
): QueryState<T> {
  const [answer, setAnswer] = useState<{ key: string; data: T }>()
  const [error, setError] = useState<string>()
  const [turn, setTurn] = useState(0)
  const question = key && `${key}#${turn}`
  const askNow = useEffectEvent(async () => ask(await browserClient()))
  const receive = useEffectEvent((data: T) => {
    if (key) setAnswer({ key, data })
    setError(undefined)
  })
  const refuse = useEffectEvent((reason: unknown) => setError(messageOf(reason, failure)))

  useEffect(() => {
    if (!question) return
    let isCurrent = true
    askNow().then(
      (data) => isCurrent && receive(data),
      (reason: unknown) => isCurrent && refuse(reason),
    )
    return () => {
      isCurrent = false
    }
  }, [question])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const change = useCallback(
    (update: (data: T) => T) =>
      setAnswer((before) => before && { key: before.key, data: update(before.data) }),
    [],
  )
  return { data: answer?.key === key ? answer?.data : undefined, error, reload, change }
}
