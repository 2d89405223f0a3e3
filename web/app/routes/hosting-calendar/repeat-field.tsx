import { addDays, lastBookableDay } from '@hourspace/domain/slots.ts'
import { PlainInput } from '#web/ui/plain-field.tsx'

/** Last day of a weekly repetition, at most a year after `date`. '' means no repetition. */
export function RepeatField(props: {
  date: string
  value: string
  onValue: (date: string) => void
}) {
  const { date, ...field } = props
  return (
    <PlainInput
      {...field}
      type="date"
      label="Repeat weekly until"
      name="repeat-until"
      isOptional
      min={addDays(date, 7)}
      max={lastBookableDay(date)}
    />
  )
}
