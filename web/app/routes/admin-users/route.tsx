import type { Route } from './+types/route'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { foundUsers } from '#web/data/admin-users.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { linkId, WaitingRecords } from '#web/features/administration/record-table.tsx'
import { SearchScreen, useListSearch } from '#web/features/administration/search-screen.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { UserList } from './user-list.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

/** Skips the loader, because its data does not depend on the search in the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'Users',
  description: 'Find an account by name, email or ID.',
  path: paths.adminUsers(),
  noindex: true,
})

export default function AdminUsers({ loaderData }: Route.ComponentProps) {
  const admin = useRequiredAdmin()
  const now = useNow(loaderData.renderedAt)
  const { search, field } = useListSearch()
  const query = foundUsers(admin?.id, search)
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })

  return (
    <SearchScreen
      title="Users"
      noun="user"
      placeholder="Name, email or ID"
      field={field}
      list={list}
      focusIdOf={linkId}
      waiting={<WaitingRecords count={8} height="h-28" />}
      empty={
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
      }
    >
      {(rows) => <UserList rows={rows} now={now} />}
    </SearchScreen>
  )
}
