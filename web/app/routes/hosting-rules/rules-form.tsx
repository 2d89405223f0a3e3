import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bookingRulesSchema } from '@hourspace/domain/booking-rules.ts'
import { type HostRules, hostRules, saveRules } from '#web/data/booking-rules.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { listingKeys } from '#web/data/listings.ts'
import { useSession } from '#web/features/account/session.tsx'
import { SaveBar, saveFailure, useReportDirty } from '#web/features/listing/save-bar.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { BookingLimits } from './booking-limits.tsx'
import { BookingMode } from './booking-mode.tsx'
import { DateExceptions } from './date-exceptions.tsx'
import { LengthDiscounts } from './length-discounts.tsx'
import { OpeningHours } from './opening-hours.tsx'
import { PriceRules } from './price-rules.tsx'
import { draftOf, errorsOf, rulesOf, type RulesDraft, type RulesErrors } from './rules-draft.ts'

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
  /** The last `rules` that the form has shown or has replaced with a save. */
  const [seen, setSeen] = useState(rules)
  const [draft, setDraft] = useState(saved)
  const [errors, setErrors] = useState<RulesErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [isConfirmed, setConfirmed] = useState(rules.opening_hours.length > 0)
  // The form counts as changed after a failed save, which may have stored the changes.
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
    // After a failed save, reloads the stored rules. The form shows the reloaded rules once the
    // form has no changes.
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
      // Renders the errors before it moves the focus, because a row with an error opens.
      flushSync(() => setErrors(errorsOf(parsed.error.issues)))
      focusFirstIssue(form.current, parsed.error.issues)
      return
    }
    setErrors({})
    setPending(true)
    try {
      await saveRules(await browserClient(), space.id, parsed.data)
      setSeen(rules)
      setSaved(draft)
      setFailure(undefined)
      setConfirmed(true)
      showToast({ title: 'Hours and prices saved', tone: 'success' })
      void queryClient.invalidateQueries({ queryKey: listingKeys.ofUser(user?.id) })
    } catch (reason) {
      setFailure(saveFailure(reason, 'Nothing was saved'))
    } finally {
      setPending(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Hours and prices"
      onSubmit={(event) => void submit(event)}
      className="flex min-w-0 flex-col gap-6"
    >
      <OpeningHours draft={draft} errors={errors} change={change} />
      <DateExceptions draft={draft} errors={errors} change={change} />
      <BookingLimits draft={draft} errors={errors} change={change} />
      <BookingMode draft={draft} change={change} />
      <PriceRules draft={draft} errors={errors} change={change} space={space} />
      <LengthDiscounts draft={draft} errors={errors} change={change} />
      {failure && !isPending && <Banner tone="error">{failure}</Banner>}
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
