import { claims, spaceCount } from './tables.ts'

/** An HTTP request to measure. `scriptOf` also turns it into SQL for pgbench. */
export type Scenario = {
  method: 'GET' | 'POST'
  /** Returns the path below the data API's URL. Called once per request. */
  path: () => string
  body?: string
}

const aSpace = () => 1 + Math.floor(Math.random() * spaceCount)

export const scenarios: Record<string, Scenario> = {
  'list of 20 + reviews': {
    method: 'GET',
    path: () => '/spaces?select=*,reviews(rating,body)&order=created_at.desc&limit=20',
  },
  'one by id': { method: 'GET', path: () => `/spaces?id=eq.${aSpace()}` },
  insert: {
    method: 'POST',
    path: () => '/notes',
    body: JSON.stringify({ owner_id: claims.sub, body: 'a note' }),
  },
}

export function requestText(
  { method, path, body }: Scenario,
  url: string,
  headers: Record<string, string>,
): string {
  const { host, pathname } = new URL(url)
  const lines = [
    `${method} ${pathname === '/' ? '' : pathname}${path()} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
