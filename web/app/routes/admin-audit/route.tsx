import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { auditLog } from '#web/data/admin-users.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { AuditList } from '#web/features/administration/audit-list.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export const meta = staticMeta({
  title: 'Audit log',
  description: 'What admins and operators did.',
  path: paths.adminAudit(),
  noindex: true,
})

export default function AdminAudit() {
  const admin = useRequiredAdmin()
  const query = useInfiniteQuery(auditLog(admin?.id))
  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div>
        <h1 className="text-3xl">Audit log</h1>
        <p className="mt-1 text-ink-soft">
          Every admin and command-line action, newest first. Entries can’t be changed.
        </p>
      </div>
      {!query.data && <QueryError query={query} fallback="Failed to fetch the audit log" />}
      <AuditList
        query={query}
        empty={
          <EmptyState icon={ScrollText} title="No actions yet">
            The first action of an admin appears here.
          </EmptyState>
        }
      />
    </div>
  )
}
