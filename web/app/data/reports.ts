import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import { type Client, notUnique } from './client.ts'
import { userKey } from './query-client.ts'

/** Reasons for a report of a space, as in the constraint `space_reports_reason_known`. */
export const reportReasons = {
  inaccurate: 'The listing is wrong or misleading',
  scam: 'It looks like a scam',
  unsafe: 'The place is unsafe',
  offensive: 'The text or pictures are offensive',
  other: 'Something else',
} as const

type ReportReason = keyof typeof reportReasons

/** Maximum length of a report's details, as in the constraint `space_reports_details_length`. */
export const longestDetails = 2000

export async function reportSpace(
  client: Client,
  report: { space_id: string; reason: ReportReason; details: string },
): Promise<void> {
  const { error } = await client.from('space_reports').insert(report)
  if (error?.code === notUnique)
    throw new Error('You have already reported this space. We are looking into it')
  if (error) throw error
}

export type OpenReport = {
  id: string
  reason: ReportReason
  details: string
  created_at: string
  spaces: { id: string; slug: string | null; title: string; is_listed: boolean } | null
  /** `profiles` is null after the reporter's account has been deleted. */
  profiles: { full_name: string | null } | null
}

/** Maximum number of reports that the admin dashboard lists. */
const mostShown = 50

/** Returns the query options of the oldest open reports and the number of all open reports. */
export const openReports = (adminId: string) =>
  queryOptions({
    queryKey: [...userKey(adminId), 'reports'],
    queryFn: async () => {
      const { data, count } = await (
        await browserClient()
      )
        .from('space_reports')
        .select(
          'id, reason, details, created_at, spaces(id, slug, title, is_listed), profiles(full_name)',
          {
            count: 'exact',
          },
        )
        .is('resolved_at', null)
        .order('created_at')
        .limit(mostShown)
        .overrideTypes<OpenReport[], { merge: false }>()
        .throwOnError()
      return { reports: data, total: count ?? data.length }
    },
  })

export async function setReportResolved(
  client: Client,
  id: string,
  isResolved: boolean,
): Promise<void> {
  await client
    .from('space_reports')
    .update({ resolved_at: isResolved ? new Date().toISOString() : null })
    .eq('id', id)
    .throwOnError()
}
