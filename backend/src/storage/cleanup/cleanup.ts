import type { StoredVersion } from '#backend/storage/object-store/object-store.ts'
import {
  deleteUpload,
  lifetimeMs,
  type ResumableUpload,
} from '#backend/storage/resumable/uploads.ts'
import type { StorageContext } from '#backend/storage/context.ts'
import { deleteStaleVersions } from './delete-stale-versions.ts'

/**
 * Minimum age in milliseconds of orphaned content to delete. Younger content may belong to an
 * upload whose row is not written yet.
 */
const orphanAgeMs = 24 * 3_600_000

export function storageJobs(context: StorageContext) {
  const ago = (ms: number) => new Date(Date.now() - ms)
  return [
    {
      name: 'delete stale object content',
      everySeconds: 300,
      work: () => deleteStaleVersions(context),
    },
    {
      name: 'delete expired uploads',
      everySeconds: 900,
      work: () => deleteExpiredUploads(context, ago(lifetimeMs)),
    },
    // Runs only once a day, because this job lists the whole object store.
    {
      name: 'delete orphaned object content',
      everySeconds: 86_400,
      work: () => deleteOrphans(context, ago(orphanAgeMs)),
    },
  ]
}

export async function deleteExpiredUploads(context: StorageContext, before: Date): Promise<void> {
  const { owner } = context.database
  const expired = await owner<Pick<ResumableUpload, 'id' | 'state'>[]>`
    select id, state from storage_internal.uploads
    where created_at < ${before} order by created_at limit 1000`
  for (const upload of expired) await deleteUpload(context, upload)
  await owner`delete from storage_internal.upload_locks where expires_at < now() - interval '1 hour'`
}

/** Deletes content older than `before` to which no object and no resumable upload refers. */
export async function deleteOrphans(context: StorageContext, before: Date): Promise<void> {
  if (!(await context.store.isOwnedBy(await databaseIdOf(context)))) {
    context.log.error(
      'the object store belongs to another database, so its cleanup is skipped',
      new Error(
        'Give each database a folder or bucket of its own, or delete the file `owner` there',
      ),
    )
    return
  }
  for await (const batch of context.store.list()) {
    const old = batch.filter(({ modifiedAt }) => modifiedAt < before)
    const known = await findReferenced(context, old)
    const orphans = old.filter(({ version }) => !known.has(version))
    for (const { version } of orphans.filter(({ isPartial }) => isPartial)) {
      await context.store.partial.abort(version, {})
    }
    const whole = orphans.filter(({ isPartial }) => !isPartial)
    await context.store.remove(whole.map(({ version }) => version))
    if (orphans.length > 0)
      context.log.info('deleted orphaned object content', { count: orphans.length })
  }
}

async function findReferenced(context: StorageContext, kept: readonly StoredVersion[]) {
  if (kept.length === 0) return new Set()
  const versions = JSON.stringify(kept.map(({ version }) => version))
  const rows = await context.database.owner<{ version: string }[]>`
    with asked as (select jsonb_array_elements_text(${versions}::text::jsonb) as version)
    select o.version from storage.objects o join asked using (version)
    union all
    select asked.version from storage_internal.uploads u join asked on u.id::text = asked.version`
  return new Set(rows.map(({ version }) => version))
}

/** Returns the id that identifies this database in the object store. The first call creates it. */
async function databaseIdOf({ database }: StorageContext): Promise<string> {
  await database.owner`
    insert into storage_internal.store_owner default values on conflict (is_only) do nothing`
  const [home] = await database.owner<{ id: string }[]>`select id from storage_internal.store_owner`
  return home!.id
}
