import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { problemQueue } from '#web/data/admin-bookings.ts'
import { newInboxItems } from '#web/data/admin-inbox.ts'
import { adminSpaceTypes } from '#web/data/admin-space-types.ts'
import { abandonedMails, backgroundJobs, isFailing } from '#web/data/admin-jobs.ts'
import { reportedConversations } from '#web/data/conversation-reports.ts'
import { reconciliation } from '#web/data/reconciliation.ts'
import { openReports } from '#web/data/reports.ts'
import { reportedReviews } from '#web/data/review-reports.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { platformMoney } from './statistics.ts'

type WorkListProps = {
  adminId: string
  money: UseQueryResult<Awaited<ReturnType<typeof platformMoney>>>
}

/** The tasks of an admin. Each task links to the section that has its actions. */
export function WorkList(props: WorkListProps) {
  const { tasks, isLoading, failed } = useTasks(props)
  return (
    <section aria-labelledby="work-list" className="flex flex-col gap-4">
      <h2 id="work-list" tabIndex={-1} className="text-2xl outline-none">
        To do
      </h2>
      {failed.length > 0 && (
        <RetryBanner
          message="Some lists could not be loaded, so tasks may be missing here."
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      {isLoading && tasks.length === 0 && <Skeleton className="h-16 rounded-card" />}
      {!isLoading && failed.length === 0 && tasks.length === 0 && (
        <EmptyState isCompact icon={CircleCheck} title="Nothing waits for you">
          Disputes, failed payments, reports, messages and new space types appear here.
        </EmptyState>
      )}
      {tasks.length > 0 && (
        <Card flush>
          <ul className="grid sm:grid-cols-2 lg:grid-cols-3">
            {tasks.map(({ count, what, to }) => (
              <li key={what[0]}>
                <Link
                  to={to}
                  className="group flex min-h-14 items-center gap-3 rounded-card px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
                >
                  <span className="min-w-8 text-2xl font-semibold tabular-nums">{count}</span>
                  <span className="grow">{what[count === 1 ? 0 : 1]}</span>
                  <ArrowRight
                    aria-hidden
                    className="size-4 shrink-0 text-ink-faint transition-transform duration-150 group-hover:translate-x-0.5"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

/** Returns the tasks that wait for an admin, most urgent first, and the queries that failed. */
function useTasks({ adminId, money }: WorkListProps) {
  const problems = useQuery(problemQueue(adminId))
  const comparison = useQuery(reconciliation(adminId))
  const reports = useQuery(openReports(adminId))
  const reviews = useQuery(reportedReviews(adminId))
  const conversations = useQuery(reportedConversations(adminId))
  const inbox = useQuery(newInboxItems(adminId))
  const jobs = useQuery(backgroundJobs(adminId))
  const mails = useQuery(abandonedMails(adminId))
  const types = useQuery(adminSpaceTypes(adminId))
  const lists = [
    money,
    problems,
    comparison,
    reports,
    reviews,
    conversations,
    inbox,
    jobs,
    mails,
    types,
  ]
  const { disputes = [], refunds = [], payouts = [] } = money.data ?? {}
  const { differences = [], held = [] } = comparison.data ?? {}
  const waiting = problems.data?.problems ?? []
  const undecided = waiting.filter(({ status }) => status === 'open')
  const tasks = [
    {
      count: disputes.filter(({ answered_at }) => answered_at === null).length,
      what: ['dispute to answer', 'disputes to answer'],
      to: '#attention',
    },
    { count: refunds.length, what: ['failed refund', 'failed refunds'], to: '#attention' },
    { count: payouts.length, what: ['refused payout', 'refused payouts'], to: '#attention' },
    {
      count: differences.length + held.length,
      what: ['difference from Stripe', 'differences from Stripe'],
      to: '#reconciliation',
    },
    {
      count: undecided.length,
      what: ['booking problem to decide', 'booking problems to decide'],
      to: '#problems',
    },
    {
      count: waiting.length - undecided.length,
      what: ['damage payment to record', 'damage payments to record'],
      to: '#problems',
    },
    {
      count: jobs.data?.filter(isFailing).length ?? 0,
      what: ['failing job', 'failing jobs'],
      to: paths.adminJobs(),
    },
    {
      count: mails.data?.filter(({ can_resend }) => can_resend).length ?? 0,
      what: ['undelivered email', 'undelivered emails'],
      to: paths.adminJobs(),
    },
    {
      count: reports.data?.total ?? 0,
      what: ['space report', 'space reports'],
      to: '#reports',
    },
    {
      count: reviews.data?.length ?? 0,
      what: ['reported review', 'reported reviews'],
      to: '#reported-reviews',
    },
    {
      count: conversations.data?.reports.length ?? 0,
      what: ['conversation report', 'conversation reports'],
      to: '#reported-conversations',
    },
    {
      count: inbox.data ?? 0,
      what: ['new message or application', 'new messages and applications'],
      to: paths.adminInbox(),
    },
    {
      count: types.data?.filter(({ isNew }) => isNew).length ?? 0,
      what: ['space type added this week', 'space types added this week'],
      to: '#space-types',
    },
  ]
  return {
    tasks: tasks.filter(({ count }) => count > 0),
    isLoading: lists.some(({ isPending }) => isPending),
    failed: lists.filter(({ isError }) => isError),
  }
}
