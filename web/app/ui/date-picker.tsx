import { lazy, Suspense } from 'react'
import type { DatePickerProps } from './date-picker-props.ts'
import { Skeleton } from './skeleton.tsx'

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
