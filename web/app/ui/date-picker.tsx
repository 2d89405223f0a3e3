import { Suspense } from 'react'
import { lazy } from '#web/lib/lazy.ts'
import type { FieldProps } from './field-parts.tsx'
import { Skeleton } from './skeleton.tsx'

export type DatePickerProps = FieldProps & {
  /** `value` is the selected local day (YYYY-MM-DD); null if no day is selected. */
  value: string | null
  onChange: (date: string | null) => void
  min?: string
  max?: string
  /** `isClosed` marks days that cannot be selected. */
  isClosed?: (date: string) => boolean
  isRequired?: boolean
  isDisabled?: boolean
  /**
   * `opensAtOnce` opens the calendar on the first render, for a date picker that appears after a
   * button press.
   */
  opensAtOnce?: boolean
  name?: string
}

const Body = lazy(() => import('./date-picker-body.tsx'))

/** A date field. The calendar's code loads when the field is first rendered. */
export function DatePicker(props: DatePickerProps) {
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Body {...props} />
    </Suspense>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <Skeleton className="h-11.5 rounded-control" />
    </div>
  )
}
