import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { problemQueue } from '#web/data/admin-bookings.ts'
import { newInboxItems } from '#web/data/admin-inbox.ts'
import { abandonedMails, backgroundJobs } from '#web/data/admin-jobs.ts'
import { adminSpaceTypes } from '#web/data/admin-space-types.ts'
import { reportedConversations } from '#web/data/conversation-reports.ts'
import { reconciliation } from '#web/data/reconciliation.ts'
import { openReports } from '#web/data/reports.ts'
import { reportedReviews } from '#web/data/review-reports.ts'
import { WorkList } from './work-list.tsx'

const moneyKey = ['money']

function Page() {
  const money = useQuery<never>({ queryKey: moneyKey, queryFn: () => Promise.reject() })
  return createElement(WorkList, { adminId: 'ada', money })
}

/** Renders the work list with empty lists. The list `failed` could not be loaded. */
function read(failed?: readonly unknown[]): string {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retryOnMount: false } },
  })
  for (const [key, data] of [
    [moneyKey, { disputes: [], refunds: [], payouts: [] }],
    [problemQueue('ada').queryKey, { problems: [] }],
    [reconciliation('ada').queryKey, { differences: [], held: [] }],
    [openReports('ada').queryKey, { total: 0 }],
    [reportedReviews('ada').queryKey, []],
    [reportedConversations('ada').queryKey, { reports: [] }],
    [newInboxItems('ada').queryKey, 0],
    [backgroundJobs('ada').queryKey, []],
    [abandonedMails('ada').queryKey, []],
    [adminSpaceTypes('ada').queryKey, []],
  ] as [readonly unknown[], unknown][]) {
    if (String(key) === String(failed))
      client
        .getQueryCache()
        .build(client, { queryKey: key })
        .setState({ status: 'error', error: new TypeError('Failed to fetch') })
    else client.setQueryData(key, data)
  }
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)))
}

test('the work list says that nothing waits only if all lists are loaded', () => {
  expect(read()).toContain('Nothing waits for you')
  expect(read()).not.toContain('could not be loaded')
})

test('the work list says that tasks may be missing if a list could not be loaded, and offers to try again', () => {
  for (const key of [moneyKey, backgroundJobs('ada').queryKey]) {
    const page = read(key)
    expect(page).toContain('Some lists could not be loaded')
    expect(page).toContain('Try again')
    expect(page).not.toContain('Nothing waits for you')
  }
})
