import { Copy } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bookingRulesSchema } from '@hourspace/domain/booking-rules.ts'
import { type HostRules, hostRules, saveRules } from '#web/data/booking-rules.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { listingKeys } from '#web/data/listings.ts'
import { useSession } from '#web/features/account/session.tsx'
import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { SaveBar, saveFailure, useReportDirty } from '#web/features/listing/save-bar.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { weekdayNames } from '#web/lib/times.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlainSelect } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { BookingMode } from './booking-mode.tsx'
import { allHours, hoursText, numberOptions } from './choices.ts'
import { DateExceptions } from './date-exceptions.tsx'
import { HoursRow } from './hours-row.tsx'
import { LengthDiscounts } from './length-discounts.tsx'
import { PriceRules } from './price-rules.tsx'
import {
  type DayHours,
  draftOf,
  errorsOf,
  rulesOf,
  type RulesDraft,
  type RulesErrors,
} from './rules-draft.ts'

const daysText = (days: number) => (days === 366 ? 'A year' : `${days} days`)
const leadText = (hours: number) =>
  hours === 0 ? 'None' : hours < 48 ? hoursText(hours) : `${hours / 24} days`

const buffers = [0, 15, 30, 45, 60, 75, 90, 105, 120]
const leads = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336, 720]
const horizons = [7, 14, 30, 60, 90, 180, 366]

/** Adds the stored value to the options of a select, so that the select can show it. */
const including = (values: readonly number[], value: number) =>
  [...new Set([...values, value])].sort((one, other) => one - other)

export default function RulesForm({
  space,
  rules,
  isFresh,
  onDirty,
}: HostRules & {
  /** `isFresh` is false while the page reloads `rules`. */
  isFresh: boolean
  onDirty: (isDirty: boolean) => void
}) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  /** The rules as the server last stored them. */
  const [saved, setSaved] = useState(() => draftOf(rules))
  /** The last `rules` that the form has shown, or overwritten by saving. */
  const [seen, setSeen] = useState(rules)
  const [draft, setDraft] = useState(saved)
  const [errors, setErrors] = useState<RulesErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [isConfirmed, setConfirmed] = useState(rules.opening_hours.length > 0)
  // A failed save may have stored the changes.
  const isDirty = failure !== undefined || JSON.stringify(draft) !== JSON.stringify(saved)
  useReportDirty(isDirty, onDirty)

  // Shows changes from another tab or device, unless the host has unsaved changes in this tab.
  // After saving, `rules` are older than `saved` until the page has reloaded them.
  if (isFresh && rules !== seen && !isDirty && !isPending) {
    setSeen(rules)
    setSaved(draftOf(rules))
    setDraft(draftOf(rules))
    setConfirmed(rules.opening_hours.length > 0)
  }

  function change(part: Partial<RulesDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    setErrors({})
  }

  async function discard() {
    // After a failed save, reloads the stored rules. The form shows them once it has no changes.
    if (failure) {
      setDiscarding(true)
      try {
        const { queryKey } = hostRules(user?.id, space.id)
        await queryClient.refetchQueries({ queryKey }, { throwOnError: true })
      } catch (reason) {
        return setFailure(messageOf(reason, 'The rules could not be loaded. Please try again.'))
      } finally {
        setDiscarding(false)
      }
    }
    setDraft(saved)
    setErrors({})
    setFailure(undefined)
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || isDiscarding) return
    const parsed = bookingRulesSchema(space.currency).safeParse(rulesOf(draft))
    if (!parsed.success) {
      // Renders the errors first, because they open the rows that contain them.
      flushSync(() => setErrors(errorsOf(parsed.error.issues)))
      focusFirstIssue(form.current, parsed.error.issues)
      return
    }
    setErrors({})
    setFailure(undefined)
    setPending(true)
    try {
      await saveRules(await browserClient(), space.id, parsed.data)
      setSeen(rules)
      setSaved(draft)
      setConfirmed(true)
      showToast({ title: 'Hours and prices saved', tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: listingKeys.ofUser(user?.id) })
    } catch (reason) {
      setFailure(saveFailure(reason, 'Nothing was saved'))
    } finally {
      setPending(false)
    }
  }

  const setDay = (index: number, hours: Omit<DayHours, 'weekday'>) =>
    change({
      opening_hours: draft.opening_hours.with(index, { ...draft.opening_hours[index]!, ...hours }),
    })
  const [monday] = draft.opening_hours.slice(1)

  function copyMonday() {
    const { opening_hours: before } = draft
    change({ opening_hours: before.map(({ weekday }) => ({ ...monday!, weekday })) })
    showToast({
      title: 'All days have Monday’s hours',
      tone: 'success',
      action: { label: 'Undo', onPress: () => change({ opening_hours: before }) },
    })
  }

  const number = (
    name: keyof RulesDraft,
    label: string,
    options: ReturnType<typeof numberOptions>,
  ) => (
    <PlainSelect
      name={name}
      label={label}
      value={String(draft[name])}
      options={options}
      error={errors[name]}
      onValue={(value) => change({ [name]: Number(value) })}
    />
  )

  return (
    <form
      ref={form}
      noValidate
      aria-label="Hours and prices"
      onSubmit={(event) => void submit(event)}
      className="flex min-w-0 flex-col gap-6"
    >
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

      <DateExceptions draft={draft} errors={errors} change={change} />
      <FieldSection title="Limits">
        <div className="grid gap-5 sm:grid-cols-2">
          {number('minimum_hours', 'Shortest booking', numberOptions(allHours, hoursText))}
          {number('maximum_hours', 'Longest booking', numberOptions(allHours, hoursText))}
          {number(
            'buffer_minutes',
            'Time between bookings',
            numberOptions(buffers, (minutes) => (minutes === 0 ? 'None' : `${minutes} minutes`)),
          )}
          {number(
            'lead_hours',
            'Minimum notice',
            numberOptions(including(leads, draft.lead_hours), leadText),
          )}
          {number(
            'horizon_days',
            'How far ahead guests can book',
            numberOptions(including(horizons, draft.horizon_days), daysText),
          )}
        </div>
      </FieldSection>

      <BookingMode draft={draft} change={change} />
      <PriceRules draft={draft} errors={errors} change={change} space={space} />
      <LengthDiscounts draft={draft} errors={errors} change={change} />
      {failure && <Banner tone="error">{failure}</Banner>}
      <SaveBar
        isDirty={isDirty}
        isPending={isPending}
        canSave={isDirty || !isConfirmed}
        label="Save hours and prices"
        savedText={
          isConfirmed
            ? 'All changes are saved.'
            : 'These are the default hours. Save them if they work for you.'
        }
        invalid={{ count: Object.keys(errors).length, noun: 'rule' }}
        onDiscard={isDirty ? () => void discard() : undefined}
        isDiscarding={isDiscarding}
      />
    </form>
  )
}

/**
 * Focuses the first control with a validation error. If the error belongs to a row, marked with
 * `data-rule`, focuses the row's first control.
 */
function focusFirstIssue(
  form: HTMLFormElement | null,
  issues: readonly { path: readonly PropertyKey[] }[],
): void {
  const named = (length?: number) =>
    issues.map(({ path }) => `[name="${path.slice(0, length).join('.')}"]`)
  const rows = issues.map(({ path }) => `[data-rule="${path.slice(0, 2).join('.')}"]`)
  const first = form?.querySelector<HTMLElement>([...named(1), ...rows].join())
  const control =
    first?.querySelector<HTMLElement>(named().join()) ??
    first?.querySelector<HTMLElement>('select, input:not([type=checkbox])')
  ;(control ?? first)?.focus()
}
