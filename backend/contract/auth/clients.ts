import type { Target } from '../target.ts'

/** The client that sends a test request, as the server sees it. */
export type Caller = {
  /** IP address of the client. Requests without an address have no rate limits per client. */
  address?: string
  userAgent?: string
  cookie?: string
  token?: string
}

export type Received = {
  status: number
  body: { code?: string; message?: string; refresh_token?: string; user?: { id: string } }
  headers: Headers
}

/** Sends a request as a simulated client: a POST if there is a body, otherwise a GET. */
export async function send(
  target: Pick<Target, 'url'>,
  path: string,
  body?: unknown,
  caller: Caller = {},
): Promise<Received> {
  const response = await fetch(`${target.url}/auth/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      'X-Supabase-Api-Version': '2024-01-01',
      ...(caller.address && { 'X-Forwarded-For': caller.address }),
      ...(caller.userAgent && { 'User-Agent': caller.userAgent }),
      ...(caller.cookie && { Cookie: caller.cookie }),
      ...(caller.token && { Authorization: `Bearer ${caller.token}` }),
    },
  })
  const text = await response.text()
  return { status: response.status, body: parsed(text), headers: response.headers }
}

function parsed(text: string): Received['body'] {
  try {
    return JSON.parse(text) as Received['body']
  } catch {
    return {}
  }
}

const places = 250 ** 3
let place = Math.floor(Math.random() * places)

export function newIpAddress(): string {
  // Steps by a prime number, so that addresses do not repeat, and consecutive addresses are in
  // different networks.
  place = (place + 1_234_577) % places
  const part = (size: number) => (Math.floor(place / size) % 250) + 1
  return `93.${part(62_500)}.${part(250)}.${part(1)}`
}

/** Returns the device cookie that a response sets, in the format of the Cookie header. */
export function cookieOf({ headers }: Received): string {
  return (
    headers
      .getSetCookie()
      .find((set) => set.includes('sb-device='))
      ?.split(';')[0] ?? ''
  )
}

export const browsers = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  firefoxLater: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
} as const
