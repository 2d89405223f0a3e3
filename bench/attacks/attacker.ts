import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Arguments of this program. It runs one attack and sends the number of responses to its parent
 * process. As a separate process, it does not delay the measurements of `attacks.ts`.
 */
export type Order = {
  attack: keyof typeof attacks
  origin: string
  anonKey: string
  serviceRoleKey: string
  milliseconds: number
}

type Attack = (order: Order, endsAt: number) => Promise<Map<string, number>>

export const attacks = {
  'nested embeds ×6': (order, endsAt) => repeated(order, endsAt, 6, () => nestedEmbeds),
  '40 regex filters': (order, endsAt) =>
    repeated(order, endsAt, 40, (client) => `spaces?description=match.${slowPattern}x${client}`),
  'realtime bindings 10 × 100 × 100': subscribe,
  '900 half-sent headers': sendHalfHeaders,
} as const satisfies Record<string, Attack>

/**
 * Embeds seven levels of related rows. For the 81 spaces of the demo data, the response has 184 MB.
 */
const nestedEmbeds = `spaces?limit=81&select=${'id,people(id,spaces('.repeat(3)}id,people(id)${'))'.repeat(3)}`
const slowPattern = encodeURIComponent(String.raw`(.*)*(.*)*(.*)*\1\2\3`)

const agent = new Agent({ keepAlive: true })

async function repeated(
  { origin, anonKey }: Order,
  endsAt: number,
  clients: number,
  query: (client: number) => string,
): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  const send = async (client: number) => {
    const headers = { apikey: anonKey }
    while (Date.now() < endsAt) {
      count(outcomes, await request(`${origin}/rest/v1/${query(client)}`, headers, endsAt))
      // Pauses, because the benchmark would otherwise only measure how fast the server rejects
      // requests.
      await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => send(client)))
  return outcomes
}

/**
 * Returns the response status, or `no response` if none arrives until 20 s after the end of the
 * attack.
 */
function request(url: string, headers: Record<string, string>, endsAt: number): Promise<string> {
  const signal = AbortSignal.timeout(Math.max(1, endsAt - Date.now() + 20_000))
  return new Promise((resolve) => {
    get(url, { agent, headers, signal }, (response) => {
      response.resume().once('close', () => resolve(`status ${response.statusCode}`))
    }).once('error', () => resolve('no response'))
  })
}

/** Subscribes 100,000 times to changes of spaces and updates a space twice a second. */
async function subscribe(order: Order, endsAt: number): Promise<Map<string, number>> {
  const { origin, anonKey, serviceRoleKey } = order
  const outcomes = new Map<string, number>()
  const url = `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`
  const attack = new AbortController()
  const { signal } = attack
  const sockets = Array.from({ length: 10 }, () => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => {
      for (let channel = 0; channel < 100; channel++) socket.send(joinMessage(channel, anonKey))
    })
    socket.addEventListener('message', ({ data }) => {
      const { event, payload } = JSON.parse(String(data)) as {
        event: string
        payload: { status?: string }
      }
      if (event === 'phx_reply') count(outcomes, `join ${payload.status}`)
      else if (event === 'postgres_changes') count(outcomes, 'changes received')
    })
    socket.addEventListener('close', () => count(outcomes, 'sockets closed'), { signal })
    return socket
  })
  const headers = {
    apikey: serviceRoleKey,
    authorization: `Bearer ${serviceRoleKey}`,
    'content-type': 'application/json',
  }
  const spaces = `${origin}/rest/v1/spaces`
  const found = await fetch(`${spaces}?select=id,description&limit=1`, { headers })
  const [space] = (await found.json()) as { id: string; description: string }[]
  const change = JSON.stringify({ description: space?.description })
  while (Date.now() < endsAt) {
    await fetch(`${spaces}?id=eq.${space?.id}`, { method: 'PATCH', headers, body: change })
    await sleep(500)
  }
  attack.abort()
  for (const socket of sockets) socket.close()
  return outcomes
}

function joinMessage(channel: number, token: string): string {
  const bindings = Array.from({ length: 100 }, (_, index) => ({
    event: 'UPDATE',
    schema: 'public',
    table: 'spaces',
    filter: `title=neq.${channel}-${index}`,
  }))
  const payload = { config: { postgres_changes: bindings }, access_token: token }
  return JSON.stringify({
    topic: `realtime:attack-${channel}`,
    event: 'phx_join',
    payload,
    ref: String(channel + 1),
    join_ref: String(channel + 1),
  })
}

async function sendHalfHeaders(order: Order, endsAt: number): Promise<Map<string, number>> {
  const { hostname, port } = new URL(order.origin)
  let open = 0
  const sockets: Socket[] = []
  for (let index = 0; index < 900; index++) {
    const socket = connect(Number(port), hostname, () => {
      open += 1
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    })
    socket.on('error', () => {})
    socket.once('close', () => (open -= 1))
    sockets.push(socket)
    if (index % 50 === 0) await sleep(10)
  }
  while (Date.now() < endsAt) {
    await sleep(1_000)
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }
  const outcomes = new Map([['open at the end', open]])
  for (const socket of sockets) socket.destroy()
  return outcomes
}

function count(outcomes: Map<string, number>, outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

if (process.send) {
  const order = JSON.parse(process.argv[2] ?? '') as Order
  const outcomes = await attacks[order.attack](order, Date.now() + order.milliseconds)
  process.send(Object.fromEntries(outcomes), () => process.exit())
}
