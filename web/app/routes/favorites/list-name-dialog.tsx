import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import {
  createFavoriteList,
  type FavoriteList,
  longestListName,
  ownFavoriteLists,
  renameFavoriteList,
} from '#web/data/favorites.ts'
import { messageOf } from '#web/lib/errors.ts'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export function NewListDialog(props: {
  userId: string
  onClose: () => void
  onCreated: (list: FavoriteList) => void
}) {
  const { userId, onClose, onCreated } = props
  const queryClient = useQueryClient()
  return (
    <ListNameDialog
      title="New list"
      submitLabel="Create list"
      name=""
      onClose={onClose}
      onSubmit={async (name) => {
        const list = await createFavoriteList(await browserClient(), name)
        queryClient.setQueryData(ownFavoriteLists(userId).queryKey, (before = []) => [
          ...before,
          list,
        ])
        onCreated(list)
      }}
    />
  )
}

export function RenameListDialog(props: {
  userId: string
  list: FavoriteList
  onClose: () => void
}) {
  const { userId, list, onClose } = props
  const queryClient = useQueryClient()
  return (
    <ListNameDialog
      title="Rename list"
      submitLabel="Rename list"
      name={list.name}
      onClose={onClose}
      onSubmit={async (name) => {
        await renameFavoriteList(await browserClient(), list.id, name)
        queryClient.setQueryData(ownFavoriteLists(userId).queryKey, (before) =>
          before?.map((other) => (other.id === list.id ? { ...other, name: name.trim() } : other)),
        )
        onClose()
      }}
    />
  )
}

function ListNameDialog(props: {
  title: string
  submitLabel: string
  name: string
  onClose: () => void
  onSubmit: (name: string) => Promise<void>
}) {
  const { title, submitLabel, onClose, onSubmit } = props
  const [name, setName] = useState(props.name)
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({ mutationFn: () => onSubmit(name) })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (!name.trim()) focusFirstInvalid(event.currentTarget, { name })
    else if (!isPending) mutate()
  }

  return (
    <Modal title={title} isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- An opened dialog must focus its first field.
          autoFocus
          errorMessage={isChecked && !name.trim() ? 'Please enter a name' : undefined}
          value={name}
          onChange={setName}
          isRequired
          maxLength={longestListName}
          autoComplete="off"
        />
        {error && <Banner tone="error">{messageOf(error, 'The list could not be saved')}</Banner>}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" isPending={isPending}>
            {submitLabel}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
