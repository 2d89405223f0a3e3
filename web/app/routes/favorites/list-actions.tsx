import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link2Off, Pencil, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import {
  deleteFavoriteList,
  type FavoriteList,
  ownFavoriteLists,
  shareFavoriteList,
} from '#web/data/favorites.ts'
import { deletionText } from '#web/features/favorites/list-changes.ts'
import { ShareButton } from '#web/features/sharing/share-button.tsx'
import { formatFreeDay } from '#web/features/spaces/free-on.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { RenameListDialog } from './list-name-dialog.tsx'

type ListProps = {
  userId: string
  list: FavoriteList
  /** `date` is the day (YYYY-MM-DD) that filters the list. The shared link contains it. */
  date?: string | undefined
}

export function ListActions(props: ListProps & { onDeleted: () => void }) {
  const { list, onDeleted } = props
  const [opened, setOpened] = useState<'share' | 'rename' | 'delete'>()
  const close = () => setOpened(undefined)
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button variant="secondary" size="small" onPress={() => setOpened('share')}>
        <Share2 aria-hidden className="size-4" />
        {list.share_key ? 'Shared' : 'Share'}
      </Button>
      <IconButton icon={Pencil} label={`Rename ${list.name}`} onPress={() => setOpened('rename')} />
      <IconButton icon={Trash2} label={`Delete ${list.name}`} onPress={() => setOpened('delete')} />
      {opened === 'share' && <ShareListDialog {...props} onClose={close} />}
      {opened === 'rename' && <RenameListDialog {...props} onClose={close} />}
      {opened === 'delete' && (
        <DeleteListDialog
          {...props}
          onClose={close}
          onDeleted={() => {
            close()
            onDeleted()
          }}
        />
      )}
    </div>
  )
}

function DeleteListDialog(props: ListProps & { onClose: () => void; onDeleted: () => void }) {
  const { userId, list, onClose, onDeleted } = props
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => deleteFavoriteList(await browserClient(), list.id),
    onSuccess: () => {
      queryClient.setQueryData(ownFavoriteLists(userId).queryKey, (before) =>
        before?.filter(({ id }) => id !== list.id),
      )
      showToast({ title: `${list.name} was deleted` })
      onDeleted()
    },
  })
  const lists = queryClient.getQueryData(ownFavoriteLists(userId).queryKey) ?? []
  return (
    <AlertDialog
      isOpen
      danger
      title={`Delete ${list.name}?`}
      confirmLabel="Delete list"
      dismissLabel="Keep list"
      isPending={isPending}
      error={error ? messageOf(error, 'The list could not be deleted') : undefined}
      onConfirm={() => mutate()}
      onDismiss={onClose}
    >
      {[deletionText(lists, list), list.share_key && 'Its link stops working.']
        .filter(Boolean)
        .join(' ')}
    </AlertDialog>
  )
}

function ShareListDialog({ userId, list, date, onClose }: ListProps & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (key: string | null) => {
      await shareFavoriteList(await browserClient(), list.id, key)
      queryClient.setQueryData(ownFavoriteLists(userId).queryKey, (before) =>
        before?.map((other) => (other.id === list.id ? { ...other, share_key: key } : other)),
      )
    },
  })
  const url =
    list.share_key && `${location.origin}${paths.sharedFavorites(list.share_key, { date })}`
  return (
    <Modal title={`Share ${list.name}`} isOpen onClose={onClose}>
      <p className="text-ink-soft">
        {url
          ? 'Everyone with this link sees the list and its spaces, but can’t change it. Your name isn’t shown.'
          : 'Create a link to show this list to the people you plan with. They don’t need an account.'}
        {date && ` It opens with the spaces that are free on ${formatFreeDay(date)}.`}
      </p>
      {error && <Banner tone="error">{messageOf(error, 'The link could not be changed')}</Banner>}
      {url ? (
        <>
          <input
            readOnly
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The link replaces a focused button.
            autoFocus
            aria-label="Link"
            value={url}
            onFocus={(event) => event.currentTarget.select()}
            className="min-h-11 w-full truncate rounded-control border border-line bg-sunken px-3.5 text-ink-soft"
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Button variant="quiet" isPending={isPending} onPress={() => mutate(null)}>
              <Link2Off aria-hidden className="size-5" />
              Stop sharing
            </Button>
            <ShareButton url={url} title={list.name} label="Share link" />
          </div>
        </>
      ) : (
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The button replaces a focused button.
          autoFocus
          wide
          isPending={isPending}
          onPress={() => mutate(crypto.randomUUID())}
        >
          Create link
        </Button>
      )}
    </Modal>
  )
}
