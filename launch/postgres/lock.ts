import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** What the holder of a lock tells whoever finds the folder taken. */
export type Holder = {
  pid: number
  /** Where the holder can be reached, as far as it knows by now. */
  place: string
}

/** The outcome of {@link takeLock}: ours until released, or somebody else's. */
type Lock = { taken: true; release(): Promise<void> } | { taken: false; holder: Holder | undefined }

/**
 * Takes a folder, which need not exist yet in its parent, for this process. The lock is a local socket: the system frees it with the process, `kill -9`
 * included, so there is no stale lock to judge, and the holder itself answers who it is.
 *
 * @param describe asked each time somebody else finds the folder taken.
 */
export async function takeLock(folder: string, describe: () => Holder): Promise<Lock> {
  const address = socketAddress(join(realpathSync(dirname(folder)), basename(folder)))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify(describe()))
  })
  if (await listens(server, address)) return held(server)
  const answer = await ask(address)
  if (answer !== 'nobody') return { taken: false, holder: answer }
  // Only a socket that is a file outlives its process.
  rmSync(address, { force: true })
  return (await listens(server, address)) ? held(server) : { taken: false, holder: undefined }
}

function held(server: Server): Lock {
  server.unref()
  return { taken: true, release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function socketAddress(folder: string): string {
  const name = `hourspace-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

function listens(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error)
    server.once('error', failed)
    server.listen(address, () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

function ask(address: string): Promise<Holder | undefined | 'nobody'> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = createConnection(address)
    socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
    socket.on('data', (part: string) => (answer += part))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'nobody' : undefined),
    )
    socket.on('close', () => resolve(parsed(answer)))
  })
}

function parsed(answer: string): Holder | undefined {
  try {
    return JSON.parse(answer) as Holder
  } catch {
    return undefined
  }
}
