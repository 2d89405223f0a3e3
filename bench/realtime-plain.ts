import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/**
 * What `bench/realtime.ts` is measured against, in a process of its own: a loop over all sockets
 * that sends each its own JSON. Listens on the port given, tells the parent, and sends `count`
 * changes when asked to.
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
