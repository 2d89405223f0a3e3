import { useEffect } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/**
 * Reports to `onDirty` whether a form has unsaved changes. Reports false when the form is removed.
 */
export function useReportDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
}

/**
 * Returns the error text of a form whose save failed. Only an error of the database has a code, and
 * the text then begins with `rejected`, such as 'Nothing was saved'. After any other error, such as
 * a lost response or the error page of a proxy, the server may have stored the changes.
 */
export function saveFailure(reason: unknown, rejected: string): string {
  return (reason as { code?: string } | null)?.code
    ? `${rejected}; your changes are still here. ${messageOf(reason, 'Please try again.')}`
    : 'We couldn’t confirm the save; your changes are still here. Please try again.'
}

/**
 * The bar below a long form. Shows unsaved changes and invalid fields, and has buttons to save and
 * to discard the changes.
 */
export function SaveBar(props: {
  isDirty: boolean
  isPending: boolean
  canSave: boolean
  label: string
  /** `savedText` is shown while there are no unsaved changes. */
  savedText: string
  invalid: { count: number; noun: 'field' | 'rule' }
  onDiscard: (() => void) | undefined
  isDiscarding?: boolean
}) {
  const { isDirty, isPending, canSave, label, savedText, invalid, onDiscard, isDiscarding } = props
  const { count, noun } = invalid
  const status = isDirty ? 'You have unsaved changes.' : savedText
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur-md max-md:bottom-16 sm:mx-0 sm:px-0">
      <div className={cx('grow text-sm', isDirty && 'max-sm:basis-full')}>
        <output className="text-ink-soft">{isPending ? 'Saving...' : count === 0 && status}</output>
        <AlertText>
          {count > 0 &&
            `${count === 1 ? `1 ${noun} needs` : `${count} ${noun}s need`} your attention.`}
        </AlertText>
      </div>
      {onDiscard && (
        <Button
          variant="quiet"
          onPress={onDiscard}
          isDisabled={isPending}
          isPending={isDiscarding}
          className="max-sm:px-3"
        >
          Discard changes
        </Button>
      )}
      <Button
        type="submit"
        isDisabled={!canSave || isDiscarding}
        isPending={isPending}
        pendingText="Saving..."
      >
        {label}
      </Button>
    </div>
  )
}
