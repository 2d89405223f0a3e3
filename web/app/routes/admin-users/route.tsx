import type { Route } from './+types/route'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { foundUsers } from '#web/data/admin-users.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { QueryError } from '#web/features/shell/query-error.tsx'
import { useSearchText } from '#web/features/spaces/use-search-text.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { linkId, UserList, WaitingList } from './user-list.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

/** Skips the loader, which does not depend on the search in the URL. */
export const shouldRevalidate = () => false

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Users',
      description: 'Find an account by name, email or id.',
      path: paths.adminUsers(),
      noindex: true,
    },
    matches,
  )
}

export default function AdminUsers({ loaderData }: Route.ComponentProps) {
  const admin = useRequiredAdmin()
  const now = useNow(loaderData.renderedAt)
  const focus = useFocusWhenRendered()
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const { text, setText, flush } = useSearchText(search, (words) =>
    setParams(words ? { q: words } : {}, { replace: true, preventScrollReset: true }),
  )
  const list = useInfiniteQuery({
    ...foundUsers(admin?.id, search),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)

  async function showMore() {
    const { data, isError } = await list.fetchNextPage()
    const first = data?.pages.at(-1)?.rows[0]
    if (first && !isError) focus(linkId(first.id), { preventScroll: true })
  }

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <h1 className="text-3xl">Users</h1>
      <SearchField
        label="Find a user"
        placeholder="Name, email or id"
        name="q"
        value={text}
        onChange={setText}
        onSubmit={flush}
        autoComplete="off"
        spellCheck={false}
        className="max-w-2xl"
      />
      {!list.data && <QueryError query={list} fallback="Failed to fetch users" />}
      {!rows && !list.error && <WaitingList />}
      {rows && (
        <output className="sr-only">
          {rows.length}
          {list.hasNextPage && ' or more'} {rows.length === 1 ? 'user' : 'users'}
        </output>
      )}
      {rows && rows.length > 0 && <UserList rows={rows} now={now} />}
      {rows?.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={search ? `No user matches “${search}”` : 'No users yet'}
          action={
            search && (
              <LinkButton to={paths.adminUsers()} variant="secondary">
                Show all users
              </LinkButton>
            )
          }
        >
          {search
            ? 'Try a part of the email, or fewer words of the name.'
            : 'Everyone who signs up appears here.'}
        </EmptyState>
      )}
      <ShowMore
        hasMore={list.hasNextPage}
        isPending={list.isFetchingNextPage}
        onPress={() => void showMore()}
        error={list.data && list.error ? messageOf(list.error, 'Failed to fetch users') : undefined}
      />
    </div>
  )
}
