import { Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { SpaceType } from '#web/data/space-types.ts'
import { useSession } from '#web/features/account/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'

const AddSpaceType = lazy(() => import('./add-space-type.tsx'))

export function TypeBar(props: {
  /** `form` is the id of the form that the buttons submit without JavaScript. */
  form: string
  types: readonly SpaceType[]
  error: string | undefined
  value: string | undefined
  onChange: (type: string) => void
  onAdded: (type: SpaceType) => void
}) {
  const { form, types, error, value, onChange, onAdded } = props
  const { status } = useSession()
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  /** Moves the focus back to the button Add Type, because the focused form disappears. */
  function close() {
    setAdding(false)
    opener.current?.focus()
  }

  function finish(type: SpaceType) {
    close()
    onAdded(type)
    showToast({ title: `${type.label} is now a space type`, tone: 'success' })
  }

  return (
    <div className="flex flex-col gap-4">
      {error && <Banner tone="error">{error}</Banner>}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 sm:flex-nowrap">
        <FilterChips
          label="Space type"
          name="type"
          form={form}
          required
          options={[
            { id: '', label: 'All Spaces' },
            ...types.map(({ name, label }) => ({ id: name, label })),
          ]}
          value={value ?? ''}
          onChange={(type) => onChange(type ?? '')}
          className="max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:scroll-px-4 max-sm:px-4"
        />
        {/* Reserves the button's space, so that the filters do not move after a sign-in. */}
        <div className="max-sm:contents sm:ml-auto sm:w-30 sm:shrink-0 sm:text-right">
          {status === 'signed-in' && (
            <Button
              ref={opener}
              variant="quiet"
              size="small"
              aria-expanded={isAdding}
              onPress={() => setAdding(!isAdding)}
            >
              <Plus aria-hidden className="size-4" />
              Add Type
            </Button>
          )}
        </div>
      </div>
      {isAdding && (
        <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
          <AddSpaceType onAdded={finish} onCancel={close} />
        </Suspense>
      )}
    </div>
  )
}
