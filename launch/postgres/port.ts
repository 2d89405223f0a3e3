import { createServer } from 'node:net'

/** A free port of 127.0.0.1: the preferred one if nobody listens there, else one that the system picks. */
export async function freePort(preferred?: number): Promise<number> {
  return (preferred && (await portAfterTrying(preferred))) || (await portAfterTrying(0)) || 0
}

function portAfterTrying(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
