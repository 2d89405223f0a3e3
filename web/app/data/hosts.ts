import type { Client } from './client.ts'
import { type ListedSpace, listedColumns, toListedSpace } from './spaces.ts'

/** Number of a host's spaces, number of their reviews and mean rating; null without reviews. */
export type HostFigures = { spaces: number; reviews: number; rating: number | null }

export async function hostFigures(client: Client, hostId: string): Promise<HostFigures> {
  const { data, error } = await client.rpc('host_figures', { p_host_id: hostId }, { get: true })
  if (error) throw error
  return data as HostFigures
}

/** Returns the first `limit` spaces of a host, newest first. */
export async function publicSpacesOfHost(
  client: Client,
  hostId: string,
  limit: number,
): Promise<ListedSpace[]> {
  const { data, error } = await client
    .from('spaces')
    .select(listedColumns)
    .eq('user_id', hostId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .overrideTypes<ListedSpace[], { merge: false }>()
  if (error) throw error
  return data.map(toListedSpace)
}
