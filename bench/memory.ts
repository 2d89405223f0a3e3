import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const megabyte = 1024 * 1024

/** Returns the resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/**
 * Returns the memory in MB that the live objects and buffers of a Node process take, after a
 * garbage collection. Opens the inspector of the process on port 9229 and closes it again, so that
 * only one process can be measured at a time.
 */
export async function liveMegabytes(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const inspector = new WebSocket(await inspectorUrl())
  await once(inspector, 'open')
  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      inspector.addEventListener(
        'message',
        ({ data }) => resolve((JSON.parse(String(data)) as { result: unknown }).result),
        { once: true },
      )
      inspector.send(JSON.stringify({ id: 1, method, params }))
    })
  await send('HeapProfiler.collectGarbage')
  const { result } = (await send('Runtime.evaluate', {
    expression: 'process.memoryUsage().heapUsed + process.memoryUsage().external',
  })) as { result: { value: number } }
  const closed = once(inspector, 'close')
  inspector.send(
    JSON.stringify({
      id: 2,
      method: 'Runtime.evaluate',
      params: { expression: "process.getBuiltinModule('node:inspector').close()" },
    }),
  )
  await closed
  return result.value / megabyte
}

async function inspectorUrl(): Promise<string> {
  const until = performance.now() + 10_000
  while (performance.now() < until) {
    const response = await fetch('http://127.0.0.1:9229/json/list').catch(() => undefined)
    const [target] = ((await response?.json()) ?? []) as { webSocketDebuggerUrl: string }[]
    if (target) return target.webSocketDebuggerUrl
    await sleep(50)
  }
  throw new Error('The inspector did not open on port 9229')
}
