import { useMutation, useQuery } from '@tanstack/react-query'
import { dayMs, hourMs, minuteMs } from '@hourspace/domain/durations.ts'
import { browserClient } from '#web/data/browser-client.ts'
import {
  type OpenReport,
  openReports,
  reportReasons,
  setReportResolved,
} from '#web/data/reports.ts'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The open reports of spaces. */
export function Reports({ adminId }: { adminId: string }) {
  const list = useQuery(openReports(adminId))
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ report, isResolved }: { report: OpenReport; isResolved: boolean }) =>
      setReportResolved(await browserClient(), report.id, isResolved),
    onSuccess: (_data, { report, isResolved }) => {
      void refresh()
      if (!isResolved) return
      showToast({
        title: 'The report is resolved',
        tone: 'success',
        action: { label: 'Undo', onPress: () => mutate({ report, isResolved: false }) },
      })
    },
  })
  async function refresh() {
    const { data } = await list.refetch()
    focusAfterDecision('reports', data?.total ?? 0)
  }

  const { reports = [], total = 0 } = list.data ?? {}
  if (reports.length === 0 && !list.error && !error) return null

  return (
    <section aria-labelledby="reports" className="flex flex-col gap-4">
      <h2 id="reports" tabIndex={-1} className="text-2xl outline-none">
        Reported spaces
      </h2>
      <QueryError query={list} fallback="Failed to fetch reports" />
      {error && <Banner tone="error">{messageOf(error, 'Failed to change the report')}</Banner>}
      {reports.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {reports.map((report) => (
              <li
                key={report.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
              >
                <div className="min-w-0 grow basis-64">
                  <p className="font-semibold wrap-anywhere">
                    {report.spaces?.is_listed ? (
                      <TextLink to={paths.space(report.spaces)}>{report.spaces.title}</TextLink>
                    ) : (
                      (report.spaces?.title ?? 'A removed space')
                    )}
                  </p>
                  <p className="text-sm text-ink-soft">
                    {reportReasons[report.reason]} · reported by{' '}
                    {report.profiles ? (report.profiles.full_name ?? 'a user') : 'a former user'} ·{' '}
                    <time dateTime={report.created_at}>{ageOf(report.created_at)}</time>
                  </p>
                  {report.spaces && (
                    <p className="text-sm">
                      <TextLink to={paths.adminListings({ q: report.spaces.id })}>
                        Hide or show this listing
                      </TextLink>
                    </p>
                  )}
                  {report.details && (
                    <p className="mt-2 max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
                      {report.details}
                    </p>
                  )}
                </div>
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={`Resolve the report of ${report.spaces?.title ?? 'a removed space'}`}
                  isPending={isPending && variables.report.id === report.id}
                  onPress={() => mutate({ report, isResolved: true })}
                >
                  Resolve
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {total > reports.length && (
        <p className="text-sm text-ink-faint">
          The {reports.length} oldest of {total.toLocaleString('en-US')} open reports.
        </p>
      )}
    </section>
  )
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

const steps = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const

function ageOf(at: string): string {
  const age = Date.now() - Date.parse(at)
  const [unit, length] = steps.find(([, step]) => age >= step) ?? steps[2]
  return relative.format(-Math.floor(age / length), unit)
}
