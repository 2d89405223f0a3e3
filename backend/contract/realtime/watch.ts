import { vi } from 'vitest'
import type { Target } from '../target.ts'

type Data = {
  type: string
  schema: string
  table: string
  commit_timestamp: string
  columns?: { name: string; type: string }[]
  record?: Record<string, unknown>
  old_record?: Record<string, unknown>
  errors: string[] | null
}

type Frame = { event: string; topic: string; ref: string | null; payload: Record<string, unknown> }

export type Wanted = {
  event?: string
  schema?: string
  table?: string
  filter?: string
  select?: string[]
}

/** Records change events on a plain WebSocket, because the official client converts values. */
export async function watch(
  target: Pick<Target, 'url' | 'anonKey'>,
  wanted: Wanted | Wanted[],
  options: { token?: string; topic?: string } = {},
) {
  const url = `${target.url.replace('http', 'ws')}/realtime/v1/websocket`
  const socket = new WebSocket(`${url}?apikey=${target.anonKey}&vsn=1.0.0`)
  const frames: Frame[] = []
  const changes: Data[] = []
  const ids: number[][] = []
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame
    frames.push(frame)
    if (frame.event !== 'postgres_changes') return
    changes.push(frame.payload['data'] as Data)
    ids.push(frame.payload['ids'] as number[])
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const list = [wanted].flat().map((one) => ({ event: '*', schema: 'public', ...one }))
  const topic = options.topic ?? `realtime:watch-${Math.random()}`
  const join = {
    topic,
    event: 'phx_join',
    ref: '1',
    join_ref: '1',
    payload: {
      config: { postgres_changes: list },
      ...(options.token ? { access_token: options.token } : {}),
    },
  }
  socket.send(JSON.stringify(join))
  const systems = () => frames.filter(({ event }) => event === 'system').map((one) => one.payload)
  const reply = () => frames.find(({ ref }) => ref === '1')?.payload
  await vi.waitUntil(() => systems().length > 0 || reply()?.['status'] === 'error', {
    timeout: 45_000,
  })
  return {
    changes,
    ids,
    systems,
    reply,
    send: (event: string, payload: unknown) =>
      socket.send(JSON.stringify({ topic, event, ref: '2', join_ref: '1', payload })),
    close: () => socket.close(),
  }
}
