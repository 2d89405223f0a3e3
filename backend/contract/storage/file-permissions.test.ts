import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientOf, isOwnTarget, useTarget } from '../target.ts'
import { jpegOf } from './pictures.ts'
import { sendPieces } from './resumable-client.ts'

const target = useTarget()
const { begun } = sendPieces(() => target, 'spaces')

test.runIf(isOwnTarget)(
  'uploads, unfinished uploads and image variants can be read only by the operating system user of the backend',
  async () => {
    const { storage } = clientOf(target, target.serviceRoleKey)
    await storage.from('spaces').upload('shown.jpg', await jpegOf(1200, 800))
    await storage.from('spaces').copy('shown.jpg', 'copied.jpg')
    await storage.from('spaces').download('shown.jpg', { transform: { width: 100 } })
    await begun(1000, { bucketName: 'spaces', objectName: 'begun.jpg' })
    const entries = readdirSync(target.storageDir!, { recursive: true, withFileTypes: true })
    expect(entries.filter((entry) => entry.isFile()).length).toBeGreaterThanOrEqual(4)
    const open = entries
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0)
    expect(open).toEqual([])
  },
)
