import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { clientOf, signedUp, type Target } from '../target.ts'

export const newName = (ending: string) => `${crypto.randomUUID()}.${ending}`

export function uploads(target: () => Target) {
  const spaces = () => clientOf(target(), target().serviceRoleKey).storage.from('spaces')

  async function uploader() {
    const { client } = await signedUp(target())
    return client.storage.from('spaces')
  }

  async function stored(name: string): Promise<Buffer> {
    const response = await fetch(spaces().getPublicUrl(name).data.publicUrl)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  /** Returns the names of all files in the storage folder, or an empty list for a remote server. */
  async function filesOnDisk(): Promise<string[]> {
    const { storageDir } = target()
    if (!storageDir) return []
    const entries = await readdir(storageDir, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map((entry) => join(entry.parentPath, entry.name)).toSorted()
  }

  async function expectNothingStored(name: string, filesBefore: string[]): Promise<void> {
    expect((await spaces().info(name)).error).toMatchObject({ code: 'NoSuchKey' })
    await expect.poll(filesOnDisk).toEqual(filesBefore)
  }

  return { spaces, uploader, stored, filesOnDisk, expectNothingStored }
}
