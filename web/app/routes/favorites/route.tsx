import { company } from '@hourspace/domain/company.ts'
import { useQuery } from '@tanstack/react-query'
import { Heart, ListPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { browserClient } from '#web/data/browser-client.ts'
import { type FavoriteList, ownFavoriteLists } from '#web/data/favorites.ts'
import { userKey } from '#web/data/query-client.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import ChooseLists from '#web/features/favorites/choose-lists.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { FreeOn } from '#web/features/spaces/free-on.tsx'
import { savedSpaces } from '#web/features/spaces/saved-spaces.ts'
import { SpaceCard } from '#web/features/spaces/space-card.tsx'
import { isDate } from '#web/features/spaces/space-query.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { chipStyles } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListActions } from './list-actions.tsx'
import { NewListDialog } from './list-name-dialog.tsx'

/** Page title. The default list, which the SQL function `save_favorite` creates, has this name. */
const pageTitle = 'Favorites'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries) => {
  void queries.prefetchQuery(ownFavoriteLists(userId))
})

/** Skips the loaders, because their data does not depend on the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: pageTitle,
  description: `The spaces you saved on ${company.name}.`,
  path: paths.favorites(),
  noindex: true,
})

export default function Favorites() {
  const user = useUserOrSignIn()
  const query = useQuery(ownFavoriteLists(user?.id))
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [deleted, setDeleted] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  const lists = query.data
  const list = lists?.find(({ id }) => id === search.get('list')) ?? lists?.[0]
  const asked = search.get('date') ?? ''
  const date = isDate(asked) ? asked : undefined
  const show = (id: string) =>
    navigate(paths.favorites({ list: id, date }), { replace: true, preventScrollReset: true })

  useEffect(() => {
    // The button that opened the dialog disappears with the deleted list.
    if (deleted) title.current?.focus()
  }, [deleted])

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 ref={title} tabIndex={-1} className="text-3xl outline-none">
          {pageTitle}
        </h1>
        {lists && lists.length > 0 && (
          <Button variant="secondary" onPress={() => setAdding(true)}>
            <ListPlus aria-hidden className="size-5" />
            New list
          </Button>
        )}
      </div>
      <QueryError query={query} fallback="Failed to fetch your favorites" />
      {!lists && !query.error && <WaitingCards count={3} />}
      {lists?.length === 0 && (
        <EmptyState
          icon={Heart}
          title="No favorites yet"
          action={<LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
        >
          Press the heart on a space to keep it here. Group spaces in lists and share a list with
          the people you plan with.
        </EmptyState>
      )}
      {user && lists && list && (
        <>
          <ListLinks lists={lists} current={list} date={date} />
          <ListSection
            key={list.id}
            userId={user.id}
            list={list}
            isUntitled={lists.length === 1 && list.name === pageTitle}
            date={date}
            onDate={(next) =>
              void navigate(paths.favorites({ list: list.id, date: next }), {
                // Adds only one history entry while the user changes the day, so that Back shows
                // all spaces.
                replace: Boolean(date && next),
                preventScrollReset: true,
              })
            }
            onDeleted={() => {
              void show('')
              setDeleted(list.id)
            }}
          />
        </>
      )}
      {user && isAdding && (
        <NewListDialog
          userId={user.id}
          onClose={() => setAdding(false)}
          onCreated={({ id }) => {
            setAdding(false)
            void show(id)
          }}
        />
      )}
    </section>
  )
}

/**
 * Scrolls to the chosen list. On phones, the row of lists may hide it, because a new list is last.
 */
const showInRow = (item: HTMLLIElement | null) =>
  item?.scrollIntoView({ block: 'nearest', inline: 'center' })

function ListLinks(props: {
  lists: readonly FavoriteList[]
  current: FavoriteList
  date: string | undefined
}) {
  const { lists, current, date } = props
  if (lists.length === 1) return null
  return (
    <nav
      aria-label="Your lists"
      className="max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none]"
    >
      <ul className="-m-1 flex gap-2 p-1 sm:flex-wrap">
        {lists.map(({ id, name, space_ids }) => (
          <li
            key={id}
            ref={id === current.id ? showInRow : undefined}
            className="max-w-72 shrink-0"
          >
            <Link
              to={paths.favorites({ list: id, date })}
              replace
              preventScrollReset
              aria-current={id === current.id ? 'page' : undefined}
              className={chipStyles(id === current.id)}
            >
              <span className="truncate">{name}</span>{' '}
              <span className="ml-1.5 font-normal opacity-80">{space_ids.length}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const gridStyles = 'grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'

const pageSize = 24

/** `isUntitled` hides the name of the list. It is true if the name repeats the page's heading. */
function ListSection(props: {
  userId: string
  list: FavoriteList
  isUntitled: boolean
  /** `date` is the day (YYYY-MM-DD) on which the shown spaces are free. */
  date: string | undefined
  onDate: (date: string | undefined) => void
  onDeleted: () => void
}) {
  const { userId, list, isUntitled, date, onDate, onDeleted } = props
  const [shown, setShown] = useState(pageSize)
  const [chosen, setChosen] = useState<{ id: string; title: string }>()
  // With a date, requests all spaces of the list, because the date may exclude all spaces of the
  // first page.
  const ids = date ? list.space_ids : list.space_ids.slice(0, shown)
  const query = useQuery({
    queryKey: [...userKey(userId), 'favorite spaces', date, ids],
    queryFn: async () => savedSpaces(await browserClient(), ids, date),
    // Keeps the loaded spaces while more spaces load, but not when the day changes.
    placeholderData: (before, last) => (last?.queryKey.at(-2) === date ? before : undefined),
  })
  // Filters the spaces by the ids of the list, so that a removed space disappears before the next
  // query has finished.
  const found = query.data?.filter(({ id }) => ids.includes(id))
  const spaces = found?.slice(0, shown)
  const count = list.space_ids.length

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className={cx('text-2xl wrap-anywhere', isUntitled && 'sr-only')}>
            {isUntitled ? 'Saved spaces' : list.name}
          </h2>
          <p className="text-sm text-ink-soft">
            {count === 1 ? '1 space' : `${count} spaces`}
            {list.unlisted > 0 && ` · ${list.unlisted} no longer listed`}
            {list.share_key && ' · shared with everyone who has the link'}
          </p>
        </div>
        <ListActions userId={userId} list={list} date={date} onDeleted={onDeleted} />
      </div>
      {count === 0 && (
        <EmptyState
          icon={Heart}
          title={
            list.unlisted > 0 ? 'These spaces are no longer listed' : 'Nothing in this list yet'
          }
          action={<LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
        >
          {list.unlisted > 0
            ? 'A saved space appears here again as soon as its host lists it again.'
            : 'Press the heart on a space, then “Change list”.'}
        </EmptyState>
      )}
      {count > 0 && (
        <FreeOn
          date={date}
          total={count}
          free={found?.length}
          isLoading={query.isPending}
          onChange={onDate}
        />
      )}
      <QueryError query={query} fallback="Failed to fetch spaces" />
      {count > 0 && !spaces && !query.error && <WaitingCards count={Math.min(count, 3)} />}
      {spaces && spaces.length > 0 && (
        <ul aria-label={`Spaces in ${list.name}`} className={gridStyles}>
          {spaces.map((space) => (
            <li key={space.id} className="flex flex-col gap-1">
              <div className="grow">
                <SpaceCard space={space} date={date} />
              </div>
              <Button
                variant="quiet"
                size="small"
                className="self-start"
                aria-label={`Change list of ${space.title}`}
                onPress={() => setChosen(space)}
              >
                <ListPlus aria-hidden className="size-4" />
                Change list
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        hasMore={(date ? (found?.length ?? 0) : count) > shown}
        isPending={query.isPlaceholderData}
        onPress={() => setShown(shown + pageSize)}
      />
      {chosen && (
        <ChooseLists
          userId={userId}
          spaceId={chosen.id}
          title={chosen.title}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}

function WaitingCards({ count }: { count: number }) {
  return (
    <div className={gridStyles}>
      <output className="sr-only">Loading your favorites</output>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-105 rounded-card" />
      ))}
    </div>
  )
}
