import type { StorageWorld } from '#backend/storage/world.ts'

const atOnce = 500

/**
 * Removes bytes whose row is gone or shows others, as the database has noted them. What fails is noted
 * still and comes again, so the request whose rows are committed need not fail with it.
 */
export async function collectStale(world: StorageWorld): Promise<void> {
  try {
    while ((await collectSome(world)) === atOnce);
  } catch (cause) {
    world.log.error('stale bytes were left to the sweep', cause)
  }
}

/** Several processes share the work: what one of them holds, the others pass over. */
function collectSome(world: StorageWorld): Promise<number> {
  return world.database.owner.begin(async (sql) => {
    const stale = await sql<{ version: string; is_shown: boolean }[]>`
      select version,
        exists (select from storage.objects o where o.version = s.version) as is_shown
      from storage_internal.stale_versions s
      order by since limit ${atOnce} for update skip locked`
    if (stale.length === 0) return 0
    await world.bytes.remove(
      stale.filter(({ is_shown }) => !is_shown).map(({ version }) => version),
    )
    const versions = JSON.stringify(stale.map(({ version }) => version))
    await sql`
      delete from storage_internal.stale_versions
      where version in (select jsonb_array_elements_text(${versions}::text::jsonb))`
    return stale.length
  })
}
