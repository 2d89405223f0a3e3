export type Role = 'anon' | 'user' | 'service'

/** A request that is sent to the data API and to PostgREST. */
export type TestRequest = {
  as: Role
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

export function testRequest(
  method: string,
  path: string,
  rest: Partial<Omit<TestRequest, 'method' | 'path'>> = {},
): TestRequest {
  return { as: 'service', headers: {}, body: null, ...rest, method, path }
}

/**
 * Parses a test request in the format `[anon|user|service] METHOD path | Header: value | body`. The
 * role, headers and body are optional. Throws an Error if the format is invalid.
 */
export function parseLine(line: string): TestRequest {
  const [first = '', ...parts] = line.trimStart().split(' | ')
  const [, as, method, path] = /^(?:(anon|user|service) )?([A-Z]+) (\/\S*)$/.exec(first) ?? []
  if (!method || !path) throw new Error(`Not a request: ${line}`)
  const headers: Record<string, string> = {}
  let body: string | null = null
  for (const part of parts) {
    const [, name, value] = /^([A-Za-z-]+): (.*)$/.exec(part) ?? []
    if (name) headers[name.toLowerCase()] = value ?? ''
    else body = part
  }
  return testRequest(method, path, { as: (as as Role | undefined) ?? 'service', headers, body })
}

/** Formats a test request as a line that `parseLine` can parse. */
export function toLine({ as, method, path, headers, body }: TestRequest): string {
  const parts = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const first = `${as === 'service' ? '' : `${as} `}${method} ${path}`
  return [first, ...parts, ...(body === null ? [] : [body])].join(' | ')
}
