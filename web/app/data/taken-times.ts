import type { Span } from '@hourspace/domain/slots.ts'
import type { Client } from './client.ts'

/** A time range that a booking, a hold or a block by the host takes. */
export type TakenTime = Span & { status: 'confirmed' | 'held' | 'blocked' }

/**
 * Returns the taken times that overlap `within`, sorted by start. Leaves out the caller's own hold.
 */
export async function takenTimes(
  client: Client,
  spaceId: string,
  within: Span,
): Promise<TakenTime[]> {
  const { data, error } = await client
    .from('taken_times')
    .select('start_time, end_time, status, mine')
    .eq('space_id', spaceId)
    .lt('start_time', within.endsAt.toISOString())
    .gt('end_time', within.startsAt.toISOString())
    .order('start_time')
  if (error) throw error

  const rows = data as Array<{
    start_time: string
    end_time: string
    status: TakenTime['status']
    mine: boolean
  }>
  return rows
    .filter(({ status, mine }) => !(mine && status === 'held'))
    .map(({ start_time, end_time, status }) => ({
      startsAt: new Date(start_time),
      endsAt: new Date(end_time),
      status,
    }))
}
