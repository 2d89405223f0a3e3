import { request, type IncomingMessage } from 'node:http'
import type { Target } from '../target.ts'

/** Returns the HTTP response to a rejected handshake, or null if the handshake succeeds. */
export function handshake(
  target: Target,
  query: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown } | null> {
  return new Promise((resolve, reject) => {
    const attempt = request(`${target.url}/realtime/v1/websocket?${query}`, {
      headers: {
        ...headers,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    })
    attempt.on('error', reject)
    attempt.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(null)
    })
    attempt.on('response', (response) => {
      readBody(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown })
      }, reject)
    })
    attempt.end()
  })
}

async function readBody(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return text
}

/** Opens a plain WebSocket with protocol 1.0.0, on which tests can send arbitrary frames. */
export async function openSocket(
  target: Target,
  key = target.anonKey,
  headers: Record<string, string> = {},
) {
  const url = `${target.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`
  // Node's WebSocket accepts request headers, although WebSockets in browsers do not.
  const socket = new WebSocket(url, { headers } as unknown as string[])
  const messages: { event: string; ref: string | null; payload: Record<string, unknown> }[] = []
  socket.addEventListener('message', ({ data }) => {
    messages.push(JSON.parse(String(data)) as (typeof messages)[number])
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('refused')))
  })
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code))
  })
  return {
    socket,
    messages,
    closed,
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    replyTo: (ref: string) => messages.find((message) => message.ref === ref)?.payload,
  }
}
