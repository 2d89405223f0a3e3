import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { overlaps } from '@hourspace/domain/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import type { TakenTime } from '#web/data/taken-times.ts'
import { type Selection, spanOf } from '#web/features/booking/draft.ts'
import { formatDatedSpan } from '#web/lib/times.ts'
import { Banner } from '#web/ui/banner.tsx'

const AlsoFree = lazy(() => import('./also-free.tsx'))

/**
 * Clears the guest's selection when another guest takes its time, says so, and offers similar
 * spaces that are free then. `taken` is undefined until it is known.
 */
export function LostSelection(props: {
  space: SpaceDetails
  selection: Selection
  onSelect: (selection: Selection) => void
  taken: readonly TakenTime[] | undefined
}) {
  const { space, selection, onSelect, taken } = props
  const [lost, setLost] = useState<Selection | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const span = spanOf(selection, space.time_zone)
  const isTaken = Boolean(span && taken?.some((time) => overlaps(time, span)))

  if (isTaken && lost !== selection) setLost(selection)

  const clear = useEffectEvent(() => {
    // A selected start time that is disabled would lose the focus.
    const hadFocus = document.activeElement?.matches('input[type="radio"]')
    onSelect({ ...selection, hour: null })
    if (hadFocus) requestAnimationFrame(() => notice.current?.focus())
  })
  useEffect(() => {
    if (isTaken) clear()
  }, [isTaken])

  const lostSpan = lost && spanOf(lost, space.time_zone)
  if (!lostSpan || selection.hour !== null) return null
  return (
    <div ref={notice} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <Banner tone="error" title="This time slot is not available">
        {formatDatedSpan(lostSpan, space.time_zone)} was just taken. Please choose another time.
      </Banner>
      <Suspense>
        <AlsoFree space={space} time={lost} />
      </Suspense>
    </div>
  )
}
