import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Parts of lists that are a table on wide screens and cards on others.

/** Returns the id of a record's visible link, which is in the table or in the card. */
export const linkId = (id: string) =>
  `${matchMedia('(min-width: 64rem)').matches ? 'row' : 'card'}-${id}`

export const cellStyles = 'px-4 py-3 align-top'

export function Head({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <th scope="col" className={cx(cellStyles, 'font-sans text-sm font-semibold', className)}>
      {children}
    </th>
  )
}

/** Placeholder of a list that is loading. `height` is the Tailwind height class of each card. */
export function WaitingRecords({ count, height }: { count: number; height: 'h-28' | 'h-36' }) {
  return (
    <div className="grid gap-3 sm:max-lg:grid-cols-2">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={cx(height, 'rounded-card lg:h-16')} />
      ))}
    </div>
  )
}
