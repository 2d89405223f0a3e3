import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { StartupError } from '#launch/startup-error.ts'
import type { BackupStore } from './store.ts'

/**
 * Name of the manifest file, which is written last. A folder without it is an incomplete backup.
 */
export const manifestName = 'manifest.json'

/** Size in bytes and SHA-256 of each file, by path. */
export const digests = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() }))

const manifestSchema = z.object({
  version: z.string(),
  /** PostgreSQL's system identifier, from which the archive folder gets its name. */
  systemId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  startLsn: z.string(),
  endLsn: z.string(),
  /** Oldest WAL segment that a restore of the backup needs. */
  startSegment: z.string(),
  /** All folders of PostgreSQL's data folder, including empty folders. */
  folders: z.array(z.string()),
  files: digests,
  /** Digest of each upload, by the path of the upload in the archive. */
  uploads: digests,
})

export type Manifest = z.output<typeof manifestSchema>

const prefix = 'backup-'

export function backupName(startedAt: Date): string {
  return prefix + timeName(startedAt)
}

/** Formats a time (UTC) for a file name. Names sort by time. */
export function timeName(time: Date): string {
  return time.toISOString().replaceAll(/[:.]/g, '-')
}

/** Reads the manifest of a backup. Throws StartupError if the backup is incomplete. */
export async function readManifest(store: BackupStore, name: string): Promise<Manifest> {
  const file = await store.read(`${name}/${manifestName}`)
  try {
    return manifestSchema.parse(JSON.parse(await text(file!)))
  } catch {
    throw new StartupError(
      `${store.url}/${name} is no complete backup: it has no valid ${manifestName}. Use another backup.`,
    )
  }
}

export async function listBackups(
  store: BackupStore,
): Promise<{ complete: string[]; unfinished: string[] }> {
  const complete: string[] = []
  const unfinished: string[] = []
  for (const name of await backupNames(store)) {
    const isComplete = await store.stat(`${name}/${manifestName}`)
    ;(isComplete ? complete : unfinished).push(name)
  }
  return { complete, unfinished }
}

/** Returns when the newest complete backup ended, or null if there is no complete backup. */
export async function newestBackupAt(store: BackupStore): Promise<Date | null> {
  for (const name of await backupNames(store)) {
    const manifest = await store.stat(`${name}/${manifestName}`)
    if (manifest) return manifest.modifiedAt
  }
  return null
}

async function backupNames(store: BackupStore): Promise<string[]> {
  const names = await store.folders()
  return names
    .filter((name) => name.startsWith(prefix))
    .sort()
    .reverse()
}
