import { useState } from 'react'
import type { SpacesQuery, TimeQuery } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { timeOf } from './space-query.ts'
import { TimeFields } from './time-fields.tsx'

type SearchSheetProps = {
  query: SpacesQuery
  /**
   * `hasResults` is true if the page already lists the spaces that match `query`. Submitting the
   * sheet without a change then only closes it.
   */
  hasResults: boolean
  onApply: (time: TimeQuery) => unknown
  onClose: () => void
}

const anyTime: TimeQuery = {
  date: undefined,
  from: undefined,
  hours: undefined,
  guests: undefined,
}

export default function SearchSheet(props: SearchSheetProps) {
  const { query, hasResults, onApply, onClose } = props
  const [draft, setDraft] = useState<TimeQuery>(() => timeOf(query))

  return (
    <Modal title="When and how many?" isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          // Reads the form, because the state receives typed text only after a delay.
          const guests = String(new FormData(event.currentTarget).get('guests') ?? '')
          const wanted = { ...draft, guests: guests || undefined }
          const names = Object.keys(anyTime) as (keyof TimeQuery)[]
          if (hasResults && names.every((name) => wanted[name] === query[name])) onClose()
          else onApply(wanted)
        }}
      >
        <TimeFields
          query={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          className="grid grid-cols-2 gap-2 *:border *:border-control"
        />
        <p className="text-sm text-ink-faint">Times are in the time zone of each space.</p>
        <div className="flex gap-3">
          <Button variant="quiet" onPress={() => setDraft(anyTime)}>
            Clear
          </Button>
          <Button type="submit" className="grow">
            Show spaces
          </Button>
        </div>
      </form>
    </Modal>
  )
}
