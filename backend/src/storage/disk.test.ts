import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDisk } from './disk.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'disk-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('uploads that a crash cut short are cleared at the next start, others are left alone', () => {
  mkdirSync(join(dir, 'uploads'))
  const upload = (pid: number) => join(dir, 'uploads', `${pid}-0e5b`)
  const ofTheDead = upload(2 ** 30)
  const ofThisBefore = upload(process.pid)
  const ofAnotherProcess = upload(process.ppid)
  for (const path of [ofTheDead, ofThisBefore, ofAnotherProcess]) writeFileSync(path, 'half')
  createDisk(dir)
  expect([ofTheDead, ofThisBefore, ofAnotherProcess].map(existsSync)).toEqual([false, false, true])
})

test('published bytes are read, copied and removed by version', async () => {
  const disk = createDisk(dir)
  const temporary = disk.newTemporaryPath()
  writeFileSync(temporary, 'bytes of a file')
  await disk.publish(temporary, 'aa-one')
  await disk.copy('aa-one', 'bb-two')
  await disk.remove(['aa-one', 'never-there'])
  expect([await disk.sizeOf('aa-one'), await disk.sizeOf('bb-two')]).toEqual([null, 15])
  expect(await new Response(disk.read('bb-two', 0, 4)).text()).toBe('bytes')
})
