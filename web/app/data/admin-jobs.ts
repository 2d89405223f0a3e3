import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import type { Mail } from './mails.ts'
import { userKey } from './query-client.ts'

/** A background job with its last run. Times are ISO instants. */
export type Job = {
  name: string
  /** `started_at` and `finished_at` belong to the last finished run; null before the first run. */
  started_at: string | null
  finished_at: string | null
  /** `error` is the error of the last finished run; null if the run succeeded. */
  error: string | null
  is_running: boolean
  /** `every_seconds` is the interval between two runs of the job. */
  every_seconds: number | null
  failures: number
  failing_since: string | null
}

export type AbandonedMail = Omit<Mail, 'sent_at' | 'send_after'> & { booking_id: string | null }

export const jobKeys = {
  all: (adminId: string | undefined) => [...userKey(adminId), 'admin jobs'] as const,
}

const pollMs = 10_000

export const backgroundJobs = (adminId: string | undefined) =>
  queryOptions({
    queryKey: [...jobKeys.all(adminId), 'jobs'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client.rpc('admin_jobs').throwOnError()
      const jobs = data as unknown as Job[]
      return jobs.toSorted((one, other) => Number(isFailing(other)) - Number(isFailing(one)))
    },
    enabled: adminId !== undefined,
    refetchInterval: pollMs,
  })

export const isFailing = ({ error }: Job): boolean => error !== null

export const abandonedMails = (adminId: string | undefined) =>
  queryOptions({
    queryKey: [...jobKeys.all(adminId), 'mails'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client.rpc('abandoned_mails').throwOnError()
      return data as AbandonedMail[]
    },
    enabled: adminId !== undefined,
    refetchInterval: pollMs,
  })

export async function runJobNow(name: string): Promise<void> {
  const client = await browserClient()
  await client.rpc('run_job_now', { p_name: name }).throwOnError()
}
