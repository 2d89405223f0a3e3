import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import {
  createFavoriteList,
  type FavoriteList,
  longestListName,
  ownFavoriteLists,
  removeFavorite,
  saveFavorite,
} from '#web/data/favorites.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { changeLists } from './favorite-actions.ts'
import { withoutSpace, withSpace } from './list-changes.ts'

type ChooseListsProps = {
  userId: string
  spaceId: string
  title: string
  onClose: () => void
}

/** Dialog with the user's favorite lists as checkboxes. Each change is saved immediately. */
export default function ChooseLists({ userId, spaceId, title, onClose }: ChooseListsProps) {
  const queryClient = useQueryClient()
  const query = ownFavoriteLists(userId)
  const { data: lists = [] } = useQuery(query)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isAdding, setAdding] = useState(false)

  async function attempt(change: () => Promise<unknown>, fallback: string) {
    setError(undefined)
    try {
      await change()
    } catch (reason) {
      setError(messageOf(reason, fallback))
    }
  }

  function toggle({ id }: FavoriteList, isIn: boolean) {
    const add = (lists: FavoriteList[]) => withSpace(lists, spaceId, id)
    const remove = (lists: FavoriteList[]) => withoutSpace(lists, spaceId, id)
    return attempt(
      () =>
        changeLists(queryClient, userId, {
          change: isIn ? add : remove,
          revert: isIn ? remove : add,
          request: async () =>
            (isIn ? saveFavorite : removeFavorite)(await browserClient(), spaceId, id),
        }),
      'The list could not be changed',
    )
  }

  async function add(event: SubmitEvent) {
    event.preventDefault()
    if (!name.trim() || isAdding) return
    setAdding(true)
    await attempt(async () => {
      const client = await browserClient()
      const list = await createFavoriteList(client, name)
      await changeLists(queryClient, userId, {
        change: (lists) => lists,
        revert: (lists) => lists,
        request: () => saveFavorite(client, spaceId, list.id),
      })
      setName('')
    }, 'The list could not be created')
    setAdding(false)
  }

  return (
    <Modal title="Save to a list" isOpen onClose={onClose}>
      <p className="-mt-2 text-ink-soft">{title}</p>
      {error && <Banner tone="error">{error}</Banner>}
      <ul aria-label="Your lists" className="flex flex-col gap-2">
        {lists.map((list) => {
          const isIn = list.space_ids.includes(spaceId)
          const count = list.space_ids.length
          return (
            <li key={list.id}>
              <label className="flex min-h-13 cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-2 transition-colors duration-150 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
                <input
                  type="checkbox"
                  checked={isIn}
                  onChange={(event) => void toggle(list, event.currentTarget.checked)}
                  className="sr-only"
                />
                <span className="min-w-0 grow">
                  <span className="block truncate font-semibold">{list.name}</span>
                  <span className="text-sm text-ink-soft">
                    {count === 1 ? '1 space' : `${count} spaces`}
                  </span>
                </span>
                {isIn && <Check aria-hidden className="size-5 shrink-0 text-accent-ink" />}
              </label>
            </li>
          )
        })}
      </ul>
      <form onSubmit={(event) => void add(event)} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-32">
          <TextField
            label="New list"
            placeholder="Team offsite"
            value={name}
            onChange={setName}
            maxLength={longestListName}
            autoComplete="off"
          />
        </div>
        <Button type="submit" variant="secondary" isPending={isAdding} isDisabled={!name.trim()}>
          <Plus aria-hidden className="size-5" />
          Add
        </Button>
      </form>
      <Button wide onPress={onClose}>
        Done
      </Button>
    </Modal>
  )
}
