import type { Route } from './+types/route'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck, Timer } from 'lucide-react'
import {
  abandonedMails,
  type AbandonedMail,
  backgroundJobs,
  isFailing,
  jobKeys,
} from '#web/data/admin-jobs.ts'
import { resendMail } from '#web/data/mails.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { mailName } from '#web/features/administration/mail-texts.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { formatUtc } from '#web/lib/times.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { JobList } from './job-list.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const meta = staticMeta({
  title: 'Background jobs',
  description: 'Last runs and errors of background jobs, and undelivered emails.',
  path: paths.adminJobs(),
  noindex: true,
})

export default function AdminJobs({ loaderData }: Route.ComponentProps) {
  const admin = useRequiredAdmin()
  const now = useNow(loaderData.renderedAt)
  const jobs = useQuery(backgroundJobs(admin?.id))
  const mails = useQuery(abandonedMails(admin?.id))
  const failing = jobs.data?.filter(isFailing).length ?? 0

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-8 py-8 sm:py-10">
      <div className="flex flex-col gap-4">
        <h1 className="text-3xl">Background jobs</h1>
        {jobs.data && failing > 0 && (
          <Banner tone="error">
            {failing === 1 ? '1 job fails.' : `${failing} jobs fail.`} A failed job is retried
            automatically. Fix the cause, then run it to check.
          </Banner>
        )}
        {!jobs.data && <QueryError query={jobs} fallback="Failed to fetch the jobs" />}
        {!jobs.data && !jobs.error && <Waiting label="Loading jobs" />}
        {jobs.data?.length === 0 && (
          <EmptyState icon={Timer} title="No job has run here">
            This server runs no background jobs. On hosted Supabase, see the runs of pg_cron.
          </EmptyState>
        )}
        {jobs.data && admin && jobs.data.length > 0 && (
          <JobList jobs={jobs.data} adminId={admin.id} now={now} />
        )}
      </div>
      <section aria-labelledby="mails" className="flex flex-col gap-4">
        <h2 id="mails" tabIndex={-1} className="text-2xl outline-none">
          Undelivered emails
        </h2>
        {!mails.data && <QueryError query={mails} fallback="Failed to fetch the emails" />}
        {!mails.data && !mails.error && <Waiting label="Loading emails" />}
        {mails.data?.length === 0 && (
          <EmptyState icon={MailCheck} title="No undelivered emails">
            Emails that could not be delivered appear here for 30 days.
          </EmptyState>
        )}
        {mails.data && admin && mails.data.length > 0 && (
          <Card flush>
            <ul className="divide-y divide-line text-sm">
              {mails.data.map((mail) => (
                <AbandonedRow key={mail.id} mail={mail} adminId={admin.id} />
              ))}
            </ul>
          </Card>
        )}
      </section>
    </div>
  )
}

function AbandonedRow({ mail, adminId }: { mail: AbandonedMail; adminId: string }) {
  const queryClient = useQueryClient()
  const name = mailName(mail.template)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => resendMail(mail.id),
    onSuccess: () => {
      showToast({ title: `${name}: queued again`, tone: 'success' })
      return queryClient
        .invalidateQueries({ queryKey: jobKeys.all(adminId) })
        .then(() => focusAfterDecision('mails'))
    },
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 grow basis-64">
        <p>
          <span className="font-semibold">{name}</span>
          {mail.booking_id && (
            <>
              {' · '}
              <TextLink to={paths.adminBooking(mail.booking_id)}>Open the booking</TextLink>
            </>
          )}
        </p>
        <p className="text-ink-soft wrap-anywhere">
          To {mail.recipient}, abandoned {formatUtc(mail.abandoned_at ?? mail.created_at)} after{' '}
          {mail.attempts === 1 ? '1 attempt' : `${mail.attempts} attempts`}
        </p>
        {mail.last_error && <p className="text-danger-ink wrap-anywhere">{mail.last_error}</p>}
        <AlertText>{error && messageOf(error, 'The email was not queued')}</AlertText>
      </div>
      {mail.can_resend ? (
        <Button size="small" variant="secondary" isPending={isPending} onPress={() => mutate()}>
          Send again<span className="sr-only">: {name}</span>
        </Button>
      ) : (
        <p className="text-ink-soft">Out of date</p>
      )}
    </li>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <>
      <output className="sr-only">{label}</output>
      <Skeleton className="h-72 rounded-card" />
    </>
  )
}
