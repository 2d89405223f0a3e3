import type { Currency } from '@hourspace/domain/money.ts'
import type {
  AdminCancelReason,
  HostCancelReason,
  ProblemKind,
  ProblemStatus,
} from '@hourspace/domain/problems.ts'
import { queryOptions } from '@tanstack/react-query'
import { bookingKeys } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { signedUrls, uploadPrivateFile } from './files.ts'
import { callFunction } from './functions.ts'

export const problemColumns =
  'id, user_id, kind, details, photos, claimed_minor, status, decided_minor, decision_note, created_at, decided_at, settled_at' as const

/** A problem report about a booking. Amounts are in minor units. */
export type Problem = {
  id: string
  user_id: string
  kind: ProblemKind
  details: string
  /** `photos` are paths in a private storage bucket. */
  photos: string[]
  claimed_minor: number | null
  status: ProblemStatus
  decided_minor: number | null
  decision_note: string
  created_at: string
  decided_at: string | null
  settled_at: string | null
}

const bucket = 'booking-problems'

/** Image types that users can upload with a problem report. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** Uploads the photos of a problem report, then sends the report. */
export async function reportProblem(report: {
  bookingId: string
  kind: ProblemKind
  details: string
  claimedMinor: number | null
  photos: readonly File[]
}): Promise<void> {
  const photos: string[] = []
  for (const file of report.photos) {
    const extension = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0].toLowerCase() ?? ''
    const name = `${report.bookingId}/${crypto.randomUUID()}${extension}`
    photos.push(await uploadPrivateFile(bucket, name, file))
  }
  const client = await browserClient()
  await client
    .rpc('report_problem', {
      p_booking_id: report.bookingId,
      p_kind: report.kind,
      p_details: report.details,
      p_photos: photos,
      ...(report.claimedMinor !== null && { p_claimed_minor: report.claimedMinor }),
    })
    .throwOnError()
}

export async function withdrawProblem(id: string): Promise<void> {
  await (await browserClient()).rpc('withdraw_problem', { p_problem_id: id }).throwOnError()
}

/** Query options of links to photos of a report. The links expire after an hour. */
export const problemPhotos = (userId: string | undefined, paths: readonly string[]) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), 'photos', ...paths],
    queryFn: () => signedUrls(bucket, paths),
    enabled: userId !== undefined && paths.length > 0,
    staleTime: 30 * 60_000,
  })

/** Cancels a booking of the caller's space and refunds the guest in full. */
export async function cancelAsHost(request: {
  bookingId: string
  reason: HostCancelReason
  note: string
  keepBlocked: boolean
}): Promise<void> {
  await callFunction('cancel-as-host', request)
}

/** Cancels a booking as an admin. The refund is in minor units of the booking's currency. */
export async function cancelAsAdmin(request: {
  bookingId: string
  reason: AdminCancelReason
  note: string
  refundMinor: number
}): Promise<{ refund: { amount: number; currency: Currency } }> {
  return callFunction('cancel-as-admin', request)
}

/** Decides a problem report as an admin. Amounts are in minor units of the booking's currency. */
export async function decideProblem(request: {
  problemId: string
  isUpheld: boolean
  note: string
  percentage?: number
  amountMinor?: number
}): Promise<void> {
  await callFunction('decide-problem', request)
}

/** Numbers of a host's bookings and of the host's own cancellations in the last twelve months. */
export type HostCancellations = {
  host_id: string
  host_name: string | null
  cancellations: number
  bookings: number
  last_cancelled_at: string | null
}

export const ownCancellations = (hostId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(hostId), 'cancellations'],
    queryFn: async () => countCancellations(await browserClient(), hostId),
  })

async function countCancellations(client: Client, hostId: string): Promise<number> {
  const { data } = await client
    .from('host_cancellations')
    .select('cancellations')
    .eq('host_id', hostId)
    .maybeSingle()
    .throwOnError()
  return data?.cancellations ?? 0
}
