import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/**
 * Baseline of realtime.ts: a process that sends JSON to each of its WebSockets in a loop. Sends
 * `count` changes each time its parent process requests them.
 */
const server = createServer()
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) =>
  socket.on('message', () =>
    socket.send('["1","1","realtime:bench","system",{"message":"Subscribed to PostgreSQL"}]'),
  ),
)
process.on('message', ({ first, count, body }: { first: number; count: number; body: string }) => {
  for (let n = first; n < first + count; n += 1) {
    for (const socket of sockets.clients) {
      const data = {
        schema: 'public',
        table: 'bench_ticks',
        type: 'INSERT',
        commit_timestamp: new Date().toISOString(),
        columns: [
          { name: 'n', type: 'int8' },
          { name: 'audience', type: 'text' },
          { name: 'body', type: 'text' },
        ],
        record: { n, audience: 'all', body },
        errors: null,
      }
      const payload = { ids: [1], data }
      socket.send(JSON.stringify([null, null, 'realtime:bench', 'postgres_changes', payload]))
    }
  }
})
process.on('disconnect', () => process.exit(0))
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'))
