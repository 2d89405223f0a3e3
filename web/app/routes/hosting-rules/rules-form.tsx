import { Copy, Plus, Trash2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { bookingRulesSchema } from '@hourspace/domain/booking-rules.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import { type HostRules, saveRules } from '#web/data/booking-rules.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { listingKeys } from '#web/data/listings.ts'
import { useSession } from '#web/features/account/session.tsx'
import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { formatHour } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PlainInput, PlainSelect } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { HoursRow } from './hours-row.tsx'
import { type DayHours, draftOf, errorsOf, rulesOf, type RulesDraft } from './rules-draft.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * Choices for the weekdays of a price rule. For any other stored set of weekdays, the form lists
 * the names of the days.
 */
const daySets = [
  { label: 'Every day', days: [0, 1, 2, 3, 4, 5, 6] },
  { label: 'Monday to Friday', days: [1, 2, 3, 4, 5] },
  { label: 'Saturday and Sunday', days: [0, 6] },
  { label: 'Friday and Saturday', days: [5, 6] },
  ...weekdays.map((label, day) => ({ label, days: [day] })),
]

const numberOptions = (values: readonly number[], text: (value: number) => string) =>
  values.map((value) => ({ id: String(value), label: text(value) }))

const hoursText = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`)
const daysText = (days: number) => (days === 366 ? 'A year' : `${days} days`)
const leadText = (hours: number) =>
  hours === 0 ? 'Any time' : hours < 48 ? `${hoursText(hours)} before` : `${hours / 24} days before`

const allHours = Array.from({ length: 24 }, (_, index) => index + 1)
const buffers = [0, 15, 30, 45, 60, 75, 90, 105, 120]
const leads = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336, 720]
const horizons = [7, 14, 30, 60, 90, 180, 366]

const bookingModes = [
  { id: 'instant', name: 'Instantly', hint: 'A free time is booked as soon as it is paid.' },
  {
    id: 'request',
    name: 'On request',
    hint: 'You accept or decline within 24 hours. The time is kept and the card authorized until then.',
  },
] as const

/** Adds the stored value to the options of a select, so that the select can show it. */
const including = (values: readonly number[], value: number) =>
  [...new Set([...values, value])].sort((one, other) => one - other)

export default function RulesForm({
  space,
  rules,
  onDirty,
}: HostRules & { onDirty: (isDirty: boolean) => void }) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [saved, setSaved] = useState(() => draftOf(rules))
  const [draft, setDraft] = useState(saved)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [isConfirmed, setConfirmed] = useState(rules.opening_hours.length > 0)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  function change(part: Partial<RulesDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    setErrors({})
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setFailure(undefined)
    const parsed = bookingRulesSchema(space.currency).safeParse(rulesOf(draft))
    if (!parsed.success) {
      setErrors(errorsOf(parsed.error.issues))
      focusFirstIssue(form.current, parsed.error.issues)
      return
    }
    setErrors({})
    setPending(true)
    try {
      await saveRules(await browserClient(), space.id, parsed.data)
      setSaved(draft)
      setConfirmed(true)
      showToast({ title: 'Hours and prices saved', tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: listingKeys.ofUser(user?.id) })
    } catch (reason) {
      setFailure(
        `Nothing was saved; your changes are still here. ${messageOf(reason, 'Please try again')}`,
      )
    } finally {
      setPending(false)
    }
  }

  const setDay = (index: number, hours: Omit<DayHours, 'weekday'>) =>
    change({
      opening_hours: draft.opening_hours.with(index, { ...draft.opening_hours[index]!, ...hours }),
    })
  const [monday] = draft.opening_hours.slice(1)
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
  const wrong = Object.keys(errors).length

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
        hint="When a booking may start. “Out by” is the time at which guests must have left."
      >
        <ul className="flex flex-col divide-y divide-line">
          {draft.opening_hours.map((hours, index) => (
            <li
              key={hours.weekday}
              data-rule={`opening_hours.${index}`}
              className="grid gap-x-6 py-3 sm:grid-cols-[7rem_1fr]"
            >
              <span className="font-semibold sm:pt-2.5">{weekdays[index]}</span>
              <HoursRow
                name={weekdays[index]!}
                hours={hours}
                error={errors[`opening_hours.${index}`]}
                onChange={(next) => setDay(index, next)}
              />
            </li>
          ))}
        </ul>
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          onPress={() =>
            change({
              opening_hours: draft.opening_hours.map(({ weekday }) => ({ ...monday!, weekday })),
            })
          }
        >
          <Copy aria-hidden className="size-4" />
          Use Monday’s hours for all days
        </Button>
      </FieldSection>

      <FieldSection title="Single dates" hint="Holidays and other days with hours of their own.">
        <Rows>
          {draft.date_exceptions.map((row, index) => (
            <li
              key={index}
              data-rule={`date_exceptions.${index}`}
              className="flex flex-col gap-2 py-3"
            >
              <div className="flex items-end gap-3">
                <PlainInput
                  type="date"
                  name={`date_exceptions.${index}.date`}
                  label="Date"
                  value={row.date}
                  onValue={(date) =>
                    change({ date_exceptions: draft.date_exceptions.with(index, { ...row, date }) })
                  }
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove the hours of ${row.date || 'this date'}`}
                  onPress={() =>
                    change({ date_exceptions: draft.date_exceptions.toSpliced(index, 1) })
                  }
                />
              </div>
              <HoursRow
                name={row.date || 'this date'}
                hours={row}
                error={errors[`date_exceptions.${index}`]}
                onChange={(next) =>
                  change({
                    date_exceptions: draft.date_exceptions.with(index, { ...row, ...next }),
                  })
                }
              />
            </li>
          ))}
        </Rows>
        <AddButton
          onPress={() =>
            change({
              date_exceptions: [
                ...draft.date_exceptions,
                { date: '', first_start: null, last_start: null, out_by: null },
              ],
            })
          }
        >
          Add a date
        </AddButton>
      </FieldSection>

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
            'Book at the latest',
            numberOptions(including(leads, draft.lead_hours), leadText),
          )}
          {number(
            'horizon_days',
            'Book at the earliest',
            numberOptions(
              including(horizons, draft.horizon_days),
              (days) => `${daysText(days)} ahead`,
            ),
          )}
        </div>
      </FieldSection>

      <FieldSection title="How guests book">
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">How guests book</legend>
          {bookingModes.map(({ id, name, hint }) => (
            <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
              <input
                type="radio"
                name="booking_mode"
                value={id}
                checked={draft.booking_mode === id}
                onChange={() => change({ booking_mode: id })}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="font-semibold">
                {name}
                <span className="block text-sm font-normal text-ink-soft">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {draft.booking_mode === 'instant' && (
          <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="checkbox"
              name="instant_needs_verified"
              checked={draft.instant_needs_verified}
              onChange={(event) => change({ instant_needs_verified: event.currentTarget.checked })}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              Only guests with a confirmed email address and phone number book instantly
              <span className="block text-sm text-ink-soft">Other guests send a request.</span>
            </span>
          </label>
        )}
      </FieldSection>

      <FieldSection
        title="Other prices"
        hint={`Hours without a price here cost ${formatMoney(space.price, space.currency)}.`}
      >
        <Rows>
          {draft.price_rules.map((rule, index) => {
            const set = (part: Partial<typeof rule>) =>
              change({ price_rules: draft.price_rules.with(index, { ...rule, ...part }) })
            const days = JSON.stringify(rule.weekdays)
            const known = daySets.some((daySet) => JSON.stringify(daySet.days) === days)
            const name = `price_rules.${index}`
            return (
              <li
                key={index}
                data-rule={name}
                className="grid grid-cols-2 items-end gap-3 py-3 sm:grid-cols-[minmax(0,1.4fr)_1fr_1fr_1fr_auto]"
              >
                <PlainSelect
                  name={`${name}.weekdays`}
                  label="Days"
                  value={days}
                  className="col-span-2 sm:col-span-1"
                  options={[
                    ...(known
                      ? []
                      : [
                          { id: days, label: rule.weekdays.map((day) => weekdays[day]).join(', ') },
                        ]),
                    ...daySets.map((daySet) => ({
                      id: JSON.stringify(daySet.days),
                      label: daySet.label,
                    })),
                  ]}
                  onValue={(value) => set({ weekdays: JSON.parse(value) as number[] })}
                />
                <PlainSelect
                  name={`${name}.from_hour`}
                  label="From"
                  value={String(rule.from_hour)}
                  options={numberOptions(
                    allHours.map((hour) => hour - 1),
                    formatHour,
                  )}
                  onValue={(value) => set({ from_hour: Number(value) })}
                />
                <PlainSelect
                  name={`${name}.to_hour`}
                  label="Until"
                  value={String(rule.to_hour)}
                  options={numberOptions(allHours, (hour) =>
                    hour === 24 ? 'Midnight' : formatHour(hour),
                  )}
                  onValue={(value) => set({ to_hour: Number(value) })}
                />
                <PlainInput
                  name={`${name}.price`}
                  label={`Price (${space.currency})`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={rule.price}
                  onValue={(price) => set({ price })}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove price ${index + 1}`}
                  onPress={() => change({ price_rules: draft.price_rules.toSpliced(index, 1) })}
                />
                <RowError>{errors[name]}</RowError>
              </li>
            )
          })}
        </Rows>
        <AddButton
          onPress={() =>
            change({
              price_rules: [
                ...draft.price_rules,
                { weekdays: [0, 6], from_hour: 0, to_hour: 24, price: '' },
              ],
            })
          }
        >
          Add a price
        </AddButton>
      </FieldSection>

      <FieldSection
        title="Discounts for long bookings"
        hint="The discount applies to the price of the hours, not to extras."
      >
        <Rows>
          {draft.length_discounts.map((row, index) => {
            const set = (part: Partial<typeof row>) =>
              change({ length_discounts: draft.length_discounts.with(index, { ...row, ...part }) })
            return (
              <li
                key={index}
                data-rule={`length_discounts.${index}`}
                className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 py-3"
              >
                <PlainSelect
                  name={`length_discounts.${index}.minimum_hours`}
                  label="From"
                  value={String(row.minimum_hours)}
                  options={numberOptions(allHours.slice(1), hoursText)}
                  onValue={(value) => set({ minimum_hours: Number(value) })}
                />
                <PlainInput
                  name={`length_discounts.${index}.percentage`}
                  label="Discount in %"
                  inputMode="numeric"
                  autoComplete="off"
                  value={row.percentage}
                  onValue={(percentage) => set({ percentage })}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove discount ${index + 1}`}
                  onPress={() =>
                    change({ length_discounts: draft.length_discounts.toSpliced(index, 1) })
                  }
                />
                <RowError>{errors[`length_discounts.${index}`]}</RowError>
              </li>
            )
          })}
        </Rows>
        <AddButton
          onPress={() =>
            change({
              length_discounts: [...draft.length_discounts, { minimum_hours: 4, percentage: '' }],
            })
          }
        >
          Add a discount
        </AddButton>
      </FieldSection>

      {failure && <Banner tone="error">{failure}</Banner>}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur-md max-md:bottom-16 sm:mx-0 sm:px-0">
        <output className="grow text-sm text-ink-soft">
          {isPending
            ? 'Saving...'
            : isDirty
              ? 'You have unsaved changes.'
              : isConfirmed
                ? 'All changes are saved.'
                : 'These are the usual hours. Save them if they fit.'}
        </output>
        <AlertText>
          {wrong > 0 && `${wrong === 1 ? '1 rule needs' : `${wrong} rules need`} your attention.`}
        </AlertText>
        {isDirty && (
          <Button
            variant="quiet"
            isDisabled={isPending}
            onPress={() => {
              setDraft(saved)
              setErrors({})
            }}
          >
            Discard changes
          </Button>
        )}
        <Button
          type="submit"
          isDisabled={!isDirty && isConfirmed}
          isPending={isPending}
          pendingText="Saving..."
        >
          Save hours and prices
        </Button>
      </div>
    </form>
  )
}

/**
 * Focuses the first control with a validation error. If the error belongs to a row, focuses the
 * row's first control.
 */
function focusFirstIssue(
  form: HTMLFormElement | null,
  issues: readonly { path: readonly PropertyKey[] }[],
) {
  const named = (length?: number) =>
    issues.map(({ path }) => `[name="${path.slice(0, length).join('.')}"]`)
  const rows = issues.map(({ path }) => `[data-rule="${path.slice(0, 2).join('.')}"]`)
  const first = form?.querySelector<HTMLElement>([...named(1), ...rows].join())
  const control =
    first?.querySelector<HTMLElement>(named().join()) ??
    first?.querySelector<HTMLElement>('select, input:not([type=checkbox])')
  ;(control ?? first)?.focus()
}

function Rows({ children }: { children: ReactNode[] }) {
  if (children.length === 0) return null
  return <ul className="flex flex-col divide-y divide-line">{children}</ul>
}

function RowError({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p role="alert" className="col-span-full text-sm font-medium text-danger-ink">
      {children}
    </p>
  )
}

function AddButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <Button variant="secondary" size="small" className="self-start" onPress={onPress}>
      <Plus aria-hidden className="size-4" />
      {children}
    </Button>
  )
}
