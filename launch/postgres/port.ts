import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems hand out by themselves, one of which anybody's connection may get the next moment. */
const quietPorts = [20_000, 32_000] as const
const attempts = 100

/**
 * A port of 127.0.0.1 that is free now, for a program that has to be told one: the preferred one if nobody
 * listens there, else any. What listens in this process asks for port 0 instead.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(...quietPorts)
    if (await isFree(port)) return port
  }
  throw new Error(`None of ${attempts} ports between ${quietPorts.join(' and ')} is free.`)
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
