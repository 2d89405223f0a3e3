import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFailing, type Job, jobKeys, runJobNow } from '#web/data/admin-jobs.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ageText, durationText, intervalText } from './job-times.ts'

type ListProps = { jobs: readonly Job[]; adminId: string; now: Date }

const columns = 'grid gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_8rem_10rem_7rem]'

/** Background jobs. A row has four columns on wide screens and two columns otherwise. */
export function JobList({ jobs, adminId, now }: ListProps) {
  return (
    <Card flush>
      <div
        aria-hidden
        className={`bg-sunken px-5 py-3 text-sm font-semibold text-ink-soft max-lg:hidden ${columns}`}
      >
        <span>Job</span>
        <span>State</span>
        <span>Last run</span>
      </div>
      <ul className="divide-y divide-line text-sm">
        {jobs.map((job) => (
          <Row key={job.name} job={job} adminId={adminId} now={now} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ job, adminId, now }: { job: Job; adminId: string; now: Date }) {
  const { name, error, every_seconds: every, failures, failing_since: since } = job
  const duration = durationText(job)
  return (
    <li
      className={`grid-cols-[minmax(0,1fr)_auto] items-start px-4 py-4 lg:items-center sm:px-5 ${columns}`}
    >
      <div className="min-w-0">
        <p className="font-semibold first-letter:uppercase">{name}</p>
        {every && <p className="text-ink-soft">{intervalText(every)}</p>}
        {error && (
          <p className="mt-1 line-clamp-4 text-danger-ink wrap-anywhere" title={error}>
            {error}
          </p>
        )}
        {failures > 1 && since && (
          <p className="text-ink-soft">
            {failures} failures in a row, the first {ageText(since, now).toLowerCase()}
          </p>
        )}
      </div>
      <p className="justify-self-end lg:justify-self-start">
        <State job={job} />
      </p>
      <p className="self-center">
        <span className="text-ink-soft lg:hidden">Last run: </span>
        {job.started_at ? (
          <time dateTime={job.started_at}>{ageText(job.started_at, now)}</time>
        ) : (
          'Never'
        )}
        {duration && <span className="block text-ink-soft tabular-nums">took {duration}</span>}
      </p>
      <RunNow name={name} adminId={adminId} />
    </li>
  )
}

function State({ job }: { job: Job }) {
  if (job.is_running)
    return (
      <Badge tone="notice" dot>
        Running
      </Badge>
    )
  if (isFailing(job))
    return (
      <Badge tone="danger" dot>
        Failed
      </Badge>
    )
  return job.finished_at ? (
    <Badge tone="success" dot>
      OK
    </Badge>
  ) : (
    <Badge>Not run yet</Badge>
  )
}

function RunNow({ name, adminId }: { name: string; adminId: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => runJobNow(name),
    onSuccess: () => {
      showToast({ title: `Started: ${name}`, tone: 'success' })
      return queryClient.invalidateQueries({ queryKey: jobKeys.all(adminId) })
    },
  })
  return (
    <div className="justify-self-end">
      <Button size="small" variant="secondary" isPending={isPending} onPress={() => mutate()}>
        Run now<span className="sr-only">: {name}</span>
      </Button>
      <AlertText>{error && messageOf(error, 'The job was not started')}</AlertText>
    </div>
  )
}
