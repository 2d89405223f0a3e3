import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { StartupError } from '#launch/startup-error.ts'
import type { BackupStore } from './store.ts'

/** Written last: a folder without a manifest is no complete backup. */
export const manifestName = 'manifest.json'

/** Size in bytes and SHA-256 of files, by path. */
export const digests = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() }))

const manifestSchema = z.object({
  /** Version of Hourspace that made the backup. */
  version: z.string(),
  /** PostgreSQL's identifier of the cluster, which names the folder of its archive. */
  systemId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Positions in the write-ahead log at the start and the end. */
  startLsn: z.string(),
  endLsn: z.string(),
  /** Oldest segment of the write-ahead log that a restore needs. */
  startSegment: z.string(),
  /** Folders of PostgreSQL's data folder, some of which have no files. */
  folders: z.array(z.string()),
  /** Size in bytes and SHA-256 of each file, by its path in the backup. */
  files: digests,
  /** The same of each uploaded file, by its path in the folder `uploads` of the archive. */
  uploads: digests,
})

export type Manifest = z.output<typeof manifestSchema>

const prefix = 'backup-'

export function backupName(startedAt: Date): string {
  return prefix + timeName(startedAt)
}

/** Returns a time in UTC as a part of a file name. Later times sort after earlier ones. */
export function timeName(time: Date): string {
  return time.toISOString().replaceAll(/[:.]/g, '-')
}

/** Reads the manifest of a backup. Throws StartupError if the backup is not complete. */
export async function readManifest(store: BackupStore, name: string): Promise<Manifest> {
  const file = await store.read(`${name}/${manifestName}`)
  try {
    return manifestSchema.parse(JSON.parse(await text(file!)))
  } catch {
    throw new StartupError(
      `${store.url}/${name} is no complete backup: it has no valid ${manifestName}.`,
    )
  }
}

/** Returns the names of the complete and of the unfinished backups, newest first. */
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

/** Returns when the newest complete backup ended; null if there is none. */
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
