import { lazy, Suspense } from 'react'
import type { FieldProps } from './field-parts.tsx'
import { Skeleton } from './skeleton.tsx'

export type DatePickerProps = FieldProps & {
  /** Calendar day as YYYY-MM-DD, in whatever time zone the screen speaks of; null for none. */
  value: string | null
  onChange: (date: string | null) => void
  min?: string
  max?: string
  isRequired?: boolean
  isDisabled?: boolean
  /** Shows the calendar at once, where the person has asked for it already. */
  opensAtOnce?: boolean
  name?: string
}

const Body = lazy(() => import('./date-picker-body.tsx'))

/** A day, typed or picked from a calendar. The calendar's code is fetched when first shown. */
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
