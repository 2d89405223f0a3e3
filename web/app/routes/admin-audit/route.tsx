import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { auditAdmins, auditLog, commandLine } from '#web/data/admin-users.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { actionOptions } from '#web/features/administration/audit-texts.ts'
import { AuditList } from '#web/features/administration/audit-list.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useUrlFilters } from '#web/lib/use-url-filters.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'

export const meta = staticMeta({
  title: 'Audit log',
  description: 'What admins and operators did.',
  path: paths.adminAudit(),
  noindex: true,
})

export default function AdminAudit() {
  const admin = useRequiredAdmin()
  const { params, change } = useUrlFilters()
  const action = actionOptions.find(({ id }) => id === params.get('action'))?.id
  const chosen = params.get('admin')
  const by = chosen && (chosen === commandLine || isUuid(chosen)) ? chosen : undefined
  const admins = useQuery(auditAdmins(admin?.id))
  const authors = [
    { id: '', label: 'Admins and command line' },
    { id: commandLine, label: 'Command line' },
    ...(admins.data ?? []).map(({ id, name }) => ({ id, label: name })),
  ]
  // While the names load, or if the selected admin has no entries, the filter offers this admin
  // without a name.
  if (by && !authors.some(({ id }) => id === by))
    authors.push({ id: by, label: `Admin ${by.slice(0, 8)}` })
  const query = useInfiniteQuery(auditLog(admin?.id, { action, by }))

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div>
        <h1 className="text-3xl">Audit log</h1>
        <p className="mt-1 text-ink-soft">
          Every admin and command-line action, newest first. Entries can’t be changed.
        </p>
      </div>
      <div className="grid max-w-2xl gap-3 sm:grid-cols-2">
        <NativeSelect
          label="Action"
          options={[{ id: '', label: 'All actions' }, ...actionOptions]}
          value={action ?? ''}
          onChange={(id) => change('action', id, true)}
        />
        <NativeSelect
          label="Done by"
          options={authors}
          value={by ?? ''}
          onChange={(id) => change('admin', id, true)}
        />
      </div>
      <QueryError query={admins} fallback="Failed to fetch the admins" />
      {!query.data && <QueryError query={query} fallback="Failed to fetch the audit log" />}
      <AuditList
        query={query}
        empty={
          <EmptyState
            icon={ScrollText}
            title={action || by ? 'No entries match these filters' : 'No actions yet'}
          >
            {action || by
              ? 'Choose other filters to see more.'
              : 'The first action of an admin appears here.'}
          </EmptyState>
        }
      />
    </div>
  )
}
