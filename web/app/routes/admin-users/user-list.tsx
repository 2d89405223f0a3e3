import type { FoundUser } from '#web/data/admin-users.ts'
import { cellStyles, Head } from '#web/features/administration/record-table.tsx'
import { UserState } from '#web/features/administration/user-state.tsx'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Users as a table on wide screens and as cards on phones. The whole row or card is a link. */
export function UserList({ rows, now }: { rows: readonly FoundUser[]; now: Date }) {
  return (
    <>
      <Card flush className="max-lg:hidden">
        <table className="w-full table-fixed text-sm">
          <thead className="bg-sunken text-left text-ink-soft">
            <tr>
              <Head className="w-[38%]">User</Head>
              <Head>Joined</Head>
              <Head>Last sign-in</Head>
              <Head className="w-24 text-right">Listings</Head>
              <Head className="w-36 text-right">Bookings made</Head>
              <Head className="w-40 pl-8">State</Head>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.id} className="relative hover:bg-sunken">
                <th scope="row" className={cx(cellStyles, 'text-left font-normal')}>
                  <UserLink row={row} id={`row-${row.id}`} />
                  <Email row={row} />
                </th>
                <td className={cellStyles}>{day(row.created_at)}</td>
                <td className={cellStyles}>{day(row.last_sign_in_at)}</td>
                <td className={countStyles(row.listings)}>{row.listings}</td>
                <td className={countStyles(row.bookings)}>{row.bookings}</td>
                <td className={cx(cellStyles, 'pl-8')}>
                  <UserState user={row} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <ul className="grid gap-3 sm:grid-cols-2 lg:hidden">
        {rows.map((row) => (
          <li key={row.id} className="min-w-0">
            <Card className="relative flex h-full flex-col gap-2 text-sm hover:bg-sunken">
              <div className="flex items-start justify-between gap-3">
                <div className="min-w-0">
                  <UserLink row={row} id={`card-${row.id}`} />
                  <Email row={row} />
                </div>
                <UserState user={row} now={now} />
              </div>
              <p className="text-ink-soft">
                <span className="block">Joined {day(row.created_at)}</span>
                {counted(row.listings, 'listing')} · {counted(row.bookings, 'booking')} made
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

const countStyles = (count: number) =>
  cx(cellStyles, 'text-right tabular-nums', count === 0 && 'text-ink-faint')

const day = (at: string | null) => (at ? days.format(new Date(at)) : 'Never')

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function UserLink({ row, id }: { row: FoundUser; id: string }) {
  return (
    <Link
      id={id}
      to={paths.adminUser(row.id)}
      className="font-semibold wrap-anywhere outline-offset-4 after:absolute after:inset-0 hover:underline"
    >
      {row.full_name ?? (row.deleted_at ? 'Deleted account' : 'No name')}
    </Link>
  )
}

function Email({ row }: { row: FoundUser }) {
  return (
    <span className="block truncate text-ink-soft" title={row.email ?? undefined}>
      {row.email ?? (row.is_anonymous ? 'Anonymous guest' : 'No email')}
    </span>
  )
}
