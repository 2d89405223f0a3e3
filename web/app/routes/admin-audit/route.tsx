import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { auditLog } from '#web/data/admin-users.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { actionOptions } from '#web/features/administration/audit-texts.ts'
import { AuditList } from '#web/features/administration/audit-list.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
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
  const [params, setParams] = useSearchParams()
  const action = actionOptions.find(({ id }) => id === params.get('action'))?.id
  const query = useInfiniteQuery(auditLog(admin?.id, { action }))
  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div>
        <h1 className="text-3xl">Audit log</h1>
        <p className="mt-1 text-ink-soft">
          Every admin and command-line action, newest first. Entries can’t be changed.
        </p>
      </div>
      <div className="max-w-md">
        <NativeSelect
          label="Action"
          options={[{ id: '', label: 'All actions' }, ...actionOptions]}
          value={action ?? ''}
          onChange={(id) =>
            setParams(id ? { action: id } : {}, { replace: true, preventScrollReset: true })
          }
        />
      </div>
      {!query.data && <QueryError query={query} fallback="Failed to fetch the audit log" />}
      <AuditList
        query={query}
        empty={
          <EmptyState icon={ScrollText} title="No actions yet">
            {action
              ? 'No admin has done this. Choose another action.'
              : 'The first action of an admin appears here.'}
          </EmptyState>
        }
      />
    </div>
  )
}
