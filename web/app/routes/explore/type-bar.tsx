import { Plus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { SpaceType } from '#web/data/space-types.ts'
import { useSession } from '#web/features/account/session.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterChips, showFocusedChip } from '#web/ui/filter-chips.tsx'
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
    <div className="flex flex-col gap-4 line:contents">
      {error && (
        <div className="line:col-span-full">
          <Banner tone="error">{error}</Banner>
        </div>
      )}
      <div className="max-md:chip-row max-sm:mr-0 md:flex md:gap-2" onFocus={showFocusedChip}>
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
          className="max-md:contents md:chip-row md:grow"
        />
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
      {isAdding && (
        <div className="line:order-1 line:col-span-full">
          <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
            <AddSpaceType types={types} onAdded={finish} onCancel={close} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
