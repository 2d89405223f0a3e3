import type { StorageContext } from '#backend/storage/context.ts'

const batchSize = 500

/** Deletes the content of deleted and replaced objects. After an error, the cleanup job retries. */
export async function deleteStaleVersions(context: StorageContext): Promise<void> {
  try {
    while ((await deleteBatch(context)) === batchSize);
  } catch (cause) {
    context.log.error('failed to delete stale object content; the cleanup job will retry', cause)
  }
}

function deleteBatch(context: StorageContext): Promise<number> {
  return context.database.owner.begin(async (sql) => {
    const stale = await sql<{ version: string; is_referenced: boolean }[]>`
      select version,
        exists (select from storage.objects o where o.version = s.version) as is_referenced
      from storage_internal.stale_versions s
      order by since limit ${batchSize} for update skip locked`
    if (stale.length === 0) return 0
    await context.store.remove(
      stale.filter(({ is_referenced }) => !is_referenced).map(({ version }) => version),
    )
    const versions = JSON.stringify(stale.map(({ version }) => version))
    await sql`
      delete from storage_internal.stale_versions
      where version in (select jsonb_array_elements_text(${versions}::text::jsonb))`
    return stale.length
  })
}
