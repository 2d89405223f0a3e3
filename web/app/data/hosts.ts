import type { Client } from './client.ts'
import { type ListedSpace, listedColumns, toListedSpace } from './spaces.ts'

/**
 * The number of a host's spaces, the number of reviews, and the mean rating. The rating is null
 * without reviews.
 */
export type HostFigures = { spaces: number; reviews: number; rating: number | null }

export async function hostFigures(client: Client, hostId: string): Promise<HostFigures> {
  const { data } = await client
    .rpc('host_figures', { p_host_id: hostId }, { get: true })
    .throwOnError()
  return data as HostFigures
}

/**
 * Returns how fast and how often a host answers questions, such as 'Usually answers within an hour
 * (95% of questions answered)'. Considers questions of the last 90 days that are answered or at
 * least a day old. Returns null for fewer than three such questions, or if none is answered.
 */
export async function hostResponse(client: Client, hostId: string): Promise<string | null> {
  const { data } = await client
    .rpc('host_response', { p_host_id: hostId }, { get: true })
    .throwOnError()
  const [response] = data
  return response ? responseText(response.median_minutes, response.answered_percent) : null
}

/** `minutes` is the time until the host's answer; null if the host has answered no question. */
function responseText(minutes: number | null, percent: number): string | null {
  if (minutes === null) return null
  const hours = Math.ceil(minutes / 60)
  const time =
    minutes <= 10
      ? 'within minutes'
      : minutes <= 60
        ? 'within an hour'
        : hours <= 24
          ? `within ${hours} hours`
          : 'after a day or later'
  return `Usually answers ${time} (${percent}% of questions answered)`
}

export async function publicSpacesOfHost(
  client: Client,
  hostId: string,
  limit: number,
): Promise<ListedSpace[]> {
  const { data } = await client
    .from('spaces')
    .select(listedColumns)
    .eq('user_id', hostId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .overrideTypes<ListedSpace[], { merge: false }>()
    .throwOnError()
  return data.map(toListedSpace)
}
