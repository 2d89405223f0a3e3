import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Slot } from '#web/data/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { type Selection, spanOf } from '#web/features/booking/draft.ts'
import { lazy } from '#web/lib/lazy.ts'

const LostTime = lazy(() => import('./lost-time.tsx'))

/** Clears the selected start time when its slot is taken, and shows a notice about it. */
export function LostSelection(props: {
  space: SpaceDetails
  selection: Selection
  onSelect: (selection: Selection) => void
  slots: readonly Slot[] | undefined
}) {
  const { space, selection, onSelect, slots } = props
  const [lost, setLost] = useState<Selection | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const slot = slots?.find(({ startsAt }) => startsAt === selection.startsAt)
  const isTaken = slot?.state === 'taken'

  if (isTaken && lost !== selection) setLost(selection)

  const clear = useEffectEvent(() => {
    // Moves the focus to the notice, because a start time that becomes disabled loses the focus.
    const hadFocus = document.activeElement?.matches('input[type="radio"]')
    onSelect({ ...selection, startsAt: null })
    if (hadFocus) requestAnimationFrame(() => notice.current?.focus())
  })
  useEffect(() => {
    if (isTaken) clear()
  }, [isTaken])

  const lostSpan = lost && spanOf(lost)
  if (!lostSpan || selection.startsAt !== null) return null
  return (
    <div ref={notice} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <Suspense>
        <LostTime space={space} selection={lost} span={lostSpan} />
      </Suspense>
    </div>
  )
}
