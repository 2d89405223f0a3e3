import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const megabyte = 1024 * 1024
const timeoutMs = 30_000

/** Returns the resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/**
 * Returns the memory in MB that the live objects and buffers of a Node process use, after a garbage
 * collection. Opens the inspector of the process on port 9229 and closes it again, so that only one
 * process can be measured at a time. Throws if the process does not respond within 30 seconds.
 */
export async function liveMegabytes(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const ends = AbortSignal.timeout(timeoutMs)
  const inspector = new WebSocket(await inspectorUrl(ends))
  await once(inspector, 'open', { signal: ends })
  const closed = once(inspector, 'close', { signal: ends })
  const send = async (method: string, params: object = {}) => {
    inspector.send(JSON.stringify({ id: 1, method, params }))
    const [message] = (await once(inspector, 'message', { signal: ends })) as [MessageEvent<string>]
    return (JSON.parse(message.data) as { result: { result: { value: number } } }).result
  }
  try {
    await send('HeapProfiler.collectGarbage')
    const { result } = await send('Runtime.evaluate', {
      expression: 'process.memoryUsage().heapUsed + process.memoryUsage().external',
    })
    return result.value / megabyte
  } finally {
    const expression = "process.getBuiltinModule('node:inspector').close()"
    inspector.send(JSON.stringify({ id: 2, method: 'Runtime.evaluate', params: { expression } }))
    await closed
  }
}

async function inspectorUrl(ends: AbortSignal): Promise<string> {
  for (;;) {
    ends.throwIfAborted()
    const response = await fetch('http://127.0.0.1:9229/json/list').catch(() => undefined)
    const [target] = ((await response?.json()) ?? []) as { webSocketDebuggerUrl: string }[]
    if (target) return target.webSocketDebuggerUrl
    await sleep(50)
  }
}
