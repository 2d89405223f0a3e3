import { useCallback, useEffect, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { type TakenTime, takenTimes } from '#web/data/taken-times.ts'
import { useSession } from '#web/features/account/session.tsx'
import { weekBounds } from './grid-cells.ts'

/** Taken times by the first day of their week. */
type TakenByWeek = Record<string, TakenTime[]>

/** An answer, and which round of questions it belongs to. */
type Known = Record<string, { round: string; taken: TakenTime[] }>

const firstRound = '0'

/**
 * The taken times of the weeks a screen shows. Starts with what the loader knew, asks for other
 * weeks as they come up, and for all of them again when the viewer signs in (their own checkout no
 * longer stands in their way) or comes back to the page. Old answers stay until the new are there.
 */
export function useTakenTimes(
  space: { id: string; time_zone: string },
  weeks: readonly string[],
  loaded: TakenByWeek,
): { takenIn: (week: string) => TakenTime[] | undefined; hasFailed: boolean; reload: () => void } {
  const { user } = useSession()
  const [turn, setTurn] = useState(0)
  const [failedRound, setFailedRound] = useState<string>()
  const [known, setKnown] = useState<Known>(() =>
    Object.fromEntries(
      Object.entries(loaded).map(([week, taken]) => [week, { round: firstRound, taken }]),
    ),
  )
  const round = user ? `${turn} for ${user.id}` : String(turn)
  const missing = [...new Set(weeks)].filter((week) => known[week]?.round !== round).join()

  const { id, time_zone: timeZone } = space
  useEffect(() => {
    if (!missing) return
    let isCurrent = true
    const askFor = async (week: string) => {
      const client = await browserClient()
      const taken = await takenTimes(client, id, weekBounds(week, timeZone))
      return [week, { round, taken }] as const
    }
    Promise.all(missing.split(',').map(askFor)).then(
      (answers) =>
        isCurrent && setKnown((before) => ({ ...before, ...Object.fromEntries(answers) })),
      () => isCurrent && setFailedRound(round),
    )
    return () => {
      isCurrent = false
    }
  }, [missing, round, id, timeZone])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  useEffect(() => {
    const onReturn = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [reload])

  return { takenIn: (week) => known[week]?.taken, hasFailed: failedRound === round, reload }
}
