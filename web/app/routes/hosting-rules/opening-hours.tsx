import { Copy } from 'lucide-react'
import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { weekdayNames } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { HoursRow } from './hours-row.tsx'
import type { DayHours, SectionProps } from './rules-draft.ts'

export function OpeningHours({ draft, errors, change }: SectionProps) {
  const setDay = (index: number, hours: Omit<DayHours, 'weekday'>) =>
    change({
      opening_hours: draft.opening_hours.with(index, { ...draft.opening_hours[index]!, ...hours }),
    })

  function copyMonday() {
    const { opening_hours: before } = draft
    const monday = before[1]!
    change({ opening_hours: before.map(({ weekday }) => ({ ...monday, weekday })) })
    showToast({
      title: 'All days have Monday’s hours',
      tone: 'success',
      action: { label: 'Undo', onPress: () => change({ opening_hours: before }) },
    })
  }

  return (
    <FieldSection
      title="Opening hours"
      hint="When a booking may start. “Leave by” is the time by which guests must have left. “Any time” ends at midnight if the next day is closed."
    >
      <ul className="flex flex-col divide-y divide-line">
        {draft.opening_hours.map((hours, index) => (
          <li
            key={hours.weekday}
            data-rule={`opening_hours.${index}`}
            className="grid gap-x-6 py-1 sm:grid-cols-[7rem_1fr] sm:py-3"
          >
            <span className="pt-2.5 font-semibold max-sm:hidden">{weekdayNames[index]}</span>
            <HoursRow
              name={weekdayNames[index]!}
              isOfWeek
              hours={hours}
              error={errors[`opening_hours.${index}`]}
              onChange={(next) => setDay(index, next)}
            />
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="small" className="self-start" onPress={copyMonday}>
        <Copy aria-hidden className="size-4" />
        Use Monday’s hours for all days
      </Button>
    </FieldSection>
  )
}
