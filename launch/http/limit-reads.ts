import type { Handler } from '#launch/monitoring.ts'

const retryAfterSeconds = 2

const busyPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>Hourspace is busy</title>
</head>
<body style="font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem">
<h1 style="font-size:1.75rem">Hourspace is very busy right now</h1>
<p>This page reloads automatically in a few seconds. Bookings and payments go on.</p>
</body>
</html>
`

/**
 * Limits the concurrent reads (GET, HEAD) of a handler to `max`. Further reads are queued and get
 * status 503 after `longestWaitMs`. Writes never wait, so that checkouts complete during an
 * overload. Signed-in users precede visitors in the queue, because they may be about to book.
 */
export function limitReads(handler: Handler, max: number, longestWaitMs = 2_000): Handler {
  let running = 0
  const users = new Set<() => void>()
  const visitors = new Set<() => void>()

  /** Resolves to true when the read may begin, and to false after `longestWaitMs`. */
  function turn(line: Set<() => void>): Promise<boolean> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        line.delete(begin)
        resolve(false)
      }, longestWaitMs)
      line.add(begin)
    })
  }

  function beginNext(): void {
    for (const line of [users, visitors])
      for (const begin of line) {
        line.delete(begin)
        return begin()
      }
    running -= 1
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return handler(request)
    if (running < max) running += 1
    else if (!(await turn(isSignedIn(request) ? users : visitors))) return busy(request)
    try {
      return await handler(request)
    } finally {
      beginNext()
    }
  }
}

/** Returns whether a request has a token other than the API key. Does not verify the token. */
function isSignedIn({ headers }: Request): boolean {
  const token = headers.get('authorization')
  return token !== null && token !== `Bearer ${headers.get('apikey')}`
}

function busy(request: Request): Response {
  const isPage = request.headers.get('accept')?.includes('text/html')
  const body = isPage
    ? busyPage
    : JSON.stringify({
        code: 'overloaded',
        message: 'The server is busy. Please try again in a few seconds.',
        details: null,
        hint: null,
      })
  return new Response(body, {
    status: 503,
    headers: {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'Retry-After': String(retryAfterSeconds),
      'Cache-Control': 'no-store',
    },
  })
}
