import { ArrowUp } from 'lucide-react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { focusCard } from './space-grid.tsx'
import type { LiveList } from './use-space-list.ts'

/**
 * Says how many new spaces belong above what is being read, and shows them when asked to. It takes
 * no room, so that nothing moves when it comes.
 */
export function WaitingSpaces({ list }: { list: LiveList }) {
  const { waiting, gridId } = list
  const latest = waiting.at(-1)

  function show() {
    flushSync(list.showWaiting)
    if (latest) focusCard(gridId, latest.id)
  }

  return (
    <output className="pointer-events-none sticky top-20 z-20 -mt-5 flex h-0 justify-center">
      {latest && (
        <Button size="small" onPress={show} className="pointer-events-auto shadow-floating">
          <ArrowUp aria-hidden className="size-4" />
          {waiting.length === 1 ? 'Show 1 new space' : `Show ${waiting.length} new spaces`}
        </Button>
      )}
    </output>
  )
}
