import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import type { Mail } from './mails.ts'
import { userKey } from './query-client.ts'

/** A background job with its last run. Its times are ISO instants. */
export type Job = {
  name: string
  /** Start and end of the last finished run; null before the first. */
  started_at: string | null
  finished_at: string | null
  /** Error of the last finished run; null after success. */
  error: string | null
  is_running: boolean
  /** Seconds between two runs. */
  every_seconds: number | null
  /** Number of failed runs since the last success, and the time of the first. */
  failures: number
  failing_since: string | null
}

export type AbandonedMail = Omit<Mail, 'sent_at' | 'send_after'> & { booking_id: string | null }

export const jobKeys = {
  all: (adminId: string | undefined) => [...userKey(adminId), 'admin jobs'] as const,
}

const pollMs = 10_000

/** Returns the query options of the background jobs, those that fail first. */
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

/** Returns the query options of the emails that were given up and not sent again. */
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

/** Asks the server to run a job now. */
export async function runJobNow(name: string): Promise<void> {
  const client = await browserClient()
  await client.rpc('run_job_now', { p_name: name }).throwOnError()
}
