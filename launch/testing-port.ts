import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './postgres/port.ts'
import { runFolder } from './testing-database.ts'

/** A free port that no other test of this run is given, while its server is made or starts again. */
export async function testPort(): Promise<number> {
  const taken = join(runFolder(), 'ports')
  mkdirSync(taken, { recursive: true })
  for (;;) {
    const port = await freePort()
    try {
      mkdirSync(join(taken, String(port)))
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
