import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Port range below Linux's ephemeral ports, which begin at 32768. */
const portRange = [20_000, 32_000] as const
const attempts = 100

export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(...portRange)
    if (await isFree(port)) return port
  }
  throw new Error(
    `No free port found between ${portRange.join(' and ')} after ${attempts} attempts. Stop other servers.`,
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true))
    })
  })
}
