import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { spaceTypeNameHint, spaceTypeNamePattern } from '@hourspace/domain/listing.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { type AdminSpaceType, adminSpaceTypes } from '#web/data/admin-space-types.ts'
import { removeSpaceType, renameSpaceType, type SpaceType } from '#web/data/space-types.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { typeLabelProblem } from '#web/features/spaces/type-label.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { removalText, removedText, spacesText } from './space-type-texts.ts'
import type { SpacesOfType } from './statistics.ts'

type CountedType = AdminSpaceType & { spaces: number }

type Opened = { action: 'rename' | 'merge' | 'remove'; type: CountedType }

export function SpaceTypes(props: {
  adminId: string
  counts: readonly SpacesOfType[]
  onChanged: () => void
}) {
  const { adminId, counts, onChanged } = props
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = useQuery(adminSpaceTypes(adminId))
  const types = list.data?.map((type) => ({
    ...type,
    spaces: counts.find((counted) => counted.type === type.name)?.spaces ?? 0,
  }))

  const added = types?.filter(({ isNew }) => isNew).length ?? 0
  const others = types?.filter(({ id }) => id !== opened?.type.id) ?? []
  const close = () => setOpened(null)
  async function finish(title: string) {
    close()
    showToast({ title, tone: 'success' })
    onChanged()
    await list.refetch()
  }

  /** Focuses the list, because the button that opened the dialog disappears with its type. */
  async function finishRemoval(title: string) {
    await finish(title)
    focusAfterDecision('space-type-list')
  }

  return (
    <section aria-labelledby="space-types" className="flex flex-col gap-4">
      <h2 id="space-types" className="text-2xl">
        Space types
      </h2>
      <QueryError query={list} fallback="Failed to fetch space types" />
      {!types && !list.error && <Skeleton className="h-14 rounded-card" />}
      {types && (
        <Card flush>
          <details>
            <summary
              id="space-type-list"
              className="min-h-14 cursor-pointer px-4 py-4 font-semibold hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
            >
              {types.length} space types
              {added > 0 && `, ${added} added this week`}
            </summary>
            <ul className="grid lg:grid-cols-2">
              {types.map((type) => (
                <li
                  key={type.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-5 lg:odd:border-r"
                >
                  <div className="min-w-0 grow basis-48">
                    <p className="font-semibold wrap-anywhere">
                      <span>{type.label}</span> {type.isNew && <Badge tone="accent">New</Badge>}
                    </p>
                    <p className="text-sm text-ink-soft wrap-anywhere">
                      {type.name} · {spacesText(type.spaces)}
                    </p>
                  </div>
                  <div className="flex flex-wrap gap-2">
                    {(['rename', 'merge', 'remove'] as const).map((action) => (
                      <Button
                        key={action}
                        size="small"
                        variant={action === 'remove' ? 'quiet' : 'secondary'}
                        aria-label={`${labels[action]} ${type.label}`}
                        onPress={() => setOpened({ action, type })}
                      >
                        {labels[action]}
                      </Button>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </details>
        </Card>
      )}
      <p className="text-sm text-ink-faint">
        Signed-in users add space types on Explore. Changes appear there immediately.
      </p>
      {opened?.action === 'rename' && (
        <RenameDialog
          type={opened.type}
          others={others}
          onClose={close}
          onRenamed={(label) => void finish(`The space type is now ${label}`)}
        />
      )}
      {opened && opened.action !== 'rename' && (
        <RemovalDialog
          action={opened.action}
          type={opened.type}
          others={others}
          onClose={close}
          onRemoved={(target) => void finishRemoval(removedText(opened.type.label, target))}
        />
      )}
    </section>
  )
}

const labels = { rename: 'Rename', merge: 'Merge', remove: 'Remove' }

function RenameDialog(props: {
  type: SpaceType
  others: readonly SpaceType[]
  onClose: () => void
  onRenamed: (label: string) => void
}) {
  const { type, others, onClose, onRenamed } = props
  const [name, setName] = useState(type.name)
  const [label, setLabel] = useState(type.label)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => renameSpaceType(await browserClient(), { id: type.id, name, label }),
    onSuccess: () => onRenamed(label.trim()),
  })

  const nameError = spaceTypeNamePattern.test(name) ? undefined : spaceTypeNameHint
  const labelError = typeLabelProblem(label, others)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!nameError && !labelError && !isPending) mutate()
  }

  return (
    <Modal title={`Rename ${type.label}`} isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Display Name"
          errorMessage={labelError}
          value={label}
          onChange={setLabel}
          isRequired
          maxLength={60}
          autoComplete="off"
        />
        <TextField
          label="Type ID"
          description={!nameError && 'Part of the addresses of city pages'}
          errorMessage={nameError}
          value={name}
          onChange={(typed) => setName(typed.toLowerCase())}
          isRequired
          maxLength={60}
          autoComplete="off"
        />
        {error && (
          <Banner tone="error">{messageOf(error, 'Failed to rename the space type')}</Banner>
        )}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" isPending={isPending}>
            Rename
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

function RemovalDialog(props: {
  action: 'merge' | 'remove'
  type: CountedType
  others: readonly SpaceType[]
  onClose: () => void
  /** `target` is the type that the spaces of the removed type have now. */
  onRemoved: (target: SpaceType | undefined) => void
}) {
  const { action, type, others, onClose, onRemoved } = props
  const [target, setTarget] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => removeSpaceType(await browserClient(), type.id, target || null),
    onSuccess: () => onRemoved(others.find(({ id }) => id === target)),
  })
  // A space type may be in use although `type.spaces` is 0, because `type.spaces` does not count
  // the spaces of deleted accounts.
  const isInUse = (error as { details?: unknown } | null)?.details === 'space_type_in_use'
  const needsTarget = action === 'merge' || type.spaces > 0 || isInUse

  function confirm() {
    setMissing(needsTarget && !target)
    if (!needsTarget || target) mutate()
  }

  return (
    <AlertDialog
      isOpen
      danger
      title={`${labels[action]} ${type.label}?`}
      confirmLabel={labels[action]}
      dismissLabel="Keep it"
      isPending={isPending}
      error={
        isMissing && !target
          ? 'Please choose a type'
          : error
            ? messageOf(error, 'Failed to remove the space type')
            : undefined
      }
      onConfirm={confirm}
      onDismiss={onClose}
    >
      <div className="flex flex-col gap-4">
        <p>{removalText(type, needsTarget)}</p>
        {needsTarget && (
          <NativeSelect
            label="Replace it with"
            options={[
              { id: '', label: 'Choose a type' },
              ...others.map(({ id, label }) => ({ id, label })),
            ]}
            value={target}
            onChange={setTarget}
          />
        )}
      </div>
    </AlertDialog>
  )
}
