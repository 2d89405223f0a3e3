import { ArrowRight } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** Says on the last day of a week, when its hours are all but over, that there is another. */
export function LastDayNote(props: {
  /** The week that is shown. */
  week: readonly string[]
  /** Where the space is. */
  today: string
  onNextWeek: () => void
}) {
  if (props.week.at(-1) !== props.today) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      The week ends today.
      <Button size="small" variant="secondary" onPress={props.onNextWeek}>
        Show the coming week
        <ArrowRight aria-hidden className="size-4" />
      </Button>
    </p>
  )
}
