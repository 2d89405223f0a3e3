import type { KeptBytes } from '#backend/storage/bytes/bytes.ts'
import {
  abandonUpload,
  lifetimeMs,
  type ResumableUpload,
} from '#backend/storage/resumable/uploads.ts'
import type { StorageWorld } from '#backend/storage/world.ts'
import { collectStale } from './collect-stale.ts'

/** Bytes without a row are left alone this long: longer than any upload takes between the two. */
const orphanMs = 24 * 3_600_000

/** Housekeeping after crashes. What has a row is never touched. */
export function storageChores(world: StorageWorld) {
  const ago = (ms: number) => new Date(Date.now() - ms)
  return [
    { name: 'sweep stale bytes', everySeconds: 300, work: () => collectStale(world) },
    {
      name: 'sweep unfinished uploads',
      everySeconds: 900,
      work: () => sweepUploads(world, ago(lifetimeMs)),
    },
    // Everything kept is listed for it.
    {
      name: 'sweep orphaned bytes',
      everySeconds: 86_400,
      work: () => sweepOrphans(world, ago(orphanMs)),
    },
  ]
}

/** Removes uploads in pieces that were begun before `before`, and forgets finished ones. */
export async function sweepUploads(world: StorageWorld, before: Date): Promise<void> {
  const { owner } = world.database
  const expired = await owner<Pick<ResumableUpload, 'id' | 'state'>[]>`
    select id, state from storage_internal.uploads
    where created_at < ${before} order by created_at limit 1000`
  for (const upload of expired) await abandonUpload(world, upload)
  await owner`delete from storage_internal.upload_locks where expires_at < now() - interval '1 hour'`
}

/** Removes bytes older than `before` that neither an object nor an upload accounts for. */
export async function sweepOrphans(world: StorageWorld, before: Date): Promise<void> {
  if (!(await world.bytes.belongsTo(await homeOf(world)))) {
    world.log.error(
      'the stored bytes belong to another database, so none of them are swept',
      new Error('Give each database a folder or bucket of its own, or remove `home` there'),
    )
    return
  }
  for await (const batch of world.bytes.list()) {
    const old = batch.filter(({ modifiedAt }) => modifiedAt < before)
    const known = await accountedFor(world, old)
    const orphans = old.filter(({ version }) => !known.has(version))
    for (const { version } of orphans.filter(({ isGrowing }) => isGrowing)) {
      await world.bytes.growing.abandon(version, {})
    }
    const whole = orphans.filter(({ isGrowing }) => !isGrowing)
    await world.bytes.remove(whole.map(({ version }) => version))
    if (orphans.length > 0) world.log.info('orphaned bytes were swept', { count: orphans.length })
  }
}

async function accountedFor(
  world: StorageWorld,
  kept: readonly KeptBytes[],
): Promise<ReadonlySet<string>> {
  if (kept.length === 0) return new Set()
  const versions = JSON.stringify(kept.map(({ version }) => version))
  const rows = await world.database.owner<{ version: string }[]>`
    with asked as (select jsonb_array_elements_text(${versions}::text::jsonb) as version)
    select o.version from storage.objects o join asked using (version)
    union all
    select asked.version from storage_internal.uploads u join asked on u.id::text = asked.version`
  return new Set(rows.map(({ version }) => version))
}

/** The name of this database, made at the first need. */
async function homeOf({ database }: StorageWorld): Promise<string> {
  await database.owner`
    insert into storage_internal.store_owner default values on conflict (is_only) do nothing`
  const [home] = await database.owner<{ id: string }[]>`select id from storage_internal.store_owner`
  return home!.id
}
