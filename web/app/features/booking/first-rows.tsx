import { type ReactNode, useId, useState } from 'react'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

const shownAtFirst = 3

/** A list of bookings that shows the first three, and the others once the user presses a button. */
export function FirstRows<Row extends { booking_id: string }>(props: {
  rows: readonly Row[]
  /** Name of the list for screen readers. */
  name: string
  rowClassName?: string
  children: (row: Row) => ReactNode
}) {
  const { rows, name, rowClassName, children } = props
  const listId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const focus = useFocusWhenRendered()
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst)
  const idOf = (row: Row) => `${listId}-${row.booking_id}`

  /** Moves the focus to the first added row, because the pressed button disappears. */
  function showAll() {
    setShowsAll(true)
    const first = rows[shownAtFirst]
    if (first) focus(idOf(first))
  }

  return (
    <>
      <ul className="-my-1 divide-y divide-line">
        {shown.map((row) => (
          <li
            key={row.booking_id}
            id={idOf(row)}
            tabIndex={-1}
            className={cx('flex flex-wrap gap-x-4 py-3 outline-offset-4', rowClassName)}
          >
            {children(row)}
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <div>
          <Button variant="secondary" size="small" onPress={showAll}>
            Show {rows.length - shown.length} more<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
    </>
  )
}
