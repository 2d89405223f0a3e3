import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
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

type Loaded = readonly [key: readonly unknown[], data: unknown]

/**
 * Renders the work list. Each query returns an empty list unless `loaded` replaces it. The query
 * with the key `failed` could not be loaded.
 */
function read({ failed, loaded = [] }: { failed?: readonly unknown[]; loaded?: Loaded[] } = {}) {
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
    ...loaded,
  ] as Loaded[]) {
    if (String(key) === String(failed))
      client
        .getQueryCache()
        .build(client, { queryKey: key })
        .setState({ status: 'error', error: new TypeError('Failed to fetch') })
    else client.setQueryData(key, data)
  }
  const page = createElement(MemoryRouter, null, createElement(Page))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
}

/** Returns the texts of the tasks in a rendered work list. */
function tasks(page: string): string[] {
  return [...page.matchAll(/<span[^>]*>(\d+)<\/span><span[^>]*>([^<]+)<\/span>/g)].map(
    ([, count, what]) => `${count} ${what}`,
  )
}

test('the to-do list of an admin says that nothing is left to do only if all lists are loaded', () => {
  expect(read()).toContain('Nothing waits for you')
  expect(read()).not.toContain('could not be loaded')
})

test('the to-do list of an admin says that tasks may be missing if a list could not be loaded, and offers to try again', () => {
  for (const key of [moneyKey, backgroundJobs('ada').queryKey]) {
    const page = read({ failed: key })
    expect(page).toContain('Some lists could not be loaded')
    expect(page).toContain('Try again')
    expect(page).not.toContain('Nothing waits for you')
  }
})

test('the to-do list of an admin counts undecided problem reports separately from damage payments to record', () => {
  const problems = [
    { status: 'open', kind: 'no_access' },
    { status: 'upheld', kind: 'damage' },
    { status: 'open', kind: 'damage' },
  ]
  const page = read({ loaded: [[problemQueue('ada').queryKey, { problems }]] })
  expect(tasks(page)).toEqual(['2 booking problems to decide', '1 damage payment to record'])
})

test('the to-do list of an admin counts only undelivered emails that can be sent again', () => {
  const loaded = (mails: { can_resend: boolean }[]): Loaded[] => [
    [abandonedMails('ada').queryKey, mails],
  ]
  const expired = { can_resend: false }
  expect(read({ loaded: loaded([expired]) })).toContain('Nothing waits for you')
  expect(tasks(read({ loaded: loaded([expired, { can_resend: true }]) }))).toEqual([
    '1 undelivered email',
  ])
})
