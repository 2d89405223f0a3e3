import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

export type Holder = {
  pid: number
  description: string
}

type Lock = { taken: true; release(): Promise<void> } | { taken: false; holder: Holder | undefined }

/**
 * Locks a folder, which may not exist yet, with a local socket. The operating system closes the
 * socket when its process ends, so a lock is never stale. Other processes can connect to the socket
 * to read `describe()`.
 */
export async function takeLock(folder: string, describe: () => Holder): Promise<Lock> {
  const address = socketAddress(join(realpathSync(dirname(folder)), basename(folder)))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify(describe()))
  })
  if (await tryListen(server, address)) return lockOf(server)
  const holder = await askHolder(address)
  if (holder !== 'none') return { taken: false, holder }
  // Removes the socket file. On macOS, the file remains after its process has exited. Linux has no
  // such file.
  if (address.startsWith('/')) rmSync(address, { force: true })
  return (await tryListen(server, address)) ? lockOf(server) : { taken: false, holder: undefined }
}

function lockOf(server: Server): Lock {
  server.unref()
  return { taken: true, release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function socketAddress(folder: string): string {
  const name = `hourspace-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

function tryListen(server: Server, address: string): Promise<boolean> {
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

function askHolder(address: string): Promise<Holder | undefined | 'none'> {
  return new Promise((resolve) => {
    let details = ''
    const socket = createConnection(address)
    socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
    socket.on('data', (part: string) => (details += part))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'none' : undefined),
    )
    socket.on('close', () => resolve(parseHolder(details)))
  })
}

function parseHolder(details: string): Holder | undefined {
  try {
    return JSON.parse(details) as Holder
  } catch {
    return undefined
  }
}
