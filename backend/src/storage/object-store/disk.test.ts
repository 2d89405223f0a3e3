import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDisk } from './disk.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'disk-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('the disk store deletes temporary files of crashed processes when it starts, and keeps all other files', () => {
  mkdirSync(join(dir, 'uploads'))
  const machine = hostname().replaceAll('.', '_')
  const upload = (pid: number, host = machine) => join(dir, 'uploads', `${host}.${pid}.0e5b`)
  const ofTheDead = upload(2 ** 30)
  const ofThisBefore = upload(process.pid)
  const ofAnotherProcess = upload(process.ppid)
  const ofAnotherMachine = upload(2 ** 30, 'elsewhere')
  const all = [ofTheDead, ofThisBefore, ofAnotherProcess, ofAnotherMachine]
  for (const path of all) writeFileSync(path, 'half')
  createDisk(dir)
  expect(all.map(existsSync)).toEqual([false, false, true, true])
})
