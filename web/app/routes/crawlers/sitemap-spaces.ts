import type { Client } from '#web/data/client.ts'

/** Spaces of one sitemap, about: a sitemap holds 50,000 addresses at most. */
const spacesPerPart = 5_000

/** A space as sitemaps name it: its slug (or id), and when it last changed (ISO 8601). */
export type SitemapSpace = { address: string; updated_at: string }

/** How many sitemaps the spaces fill; at least 1. */
export async function countSpaceParts(client: Client): Promise<number> {
  const { count, error } = await client.from('spaces').select('id', { count: 'exact', head: true })
  if (error) throw error
  return Math.max(1, Math.ceil((count ?? 0) / spacesPerPart))
}

/** The spaces of part `part` of `parts`, counted from 0. */
export async function sitemapSpaces(
  client: Client,
  part: number,
  parts: number,
): Promise<SitemapSpace[]> {
  const { data, error } = await client.rpc('sitemap_spaces', { part, parts })
  if (error) throw error
  return data as SitemapSpace[]
}
