/** Who asks: nobody, one signed-in person, or the service. */
export type Role = 'anon' | 'user' | 'service'

/** A request of the data API, as both are asked. */
export type Asked = {
  as: Role
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

/** A request with what most have in common left out. */
export function asked(
  method: string,
  path: string,
  rest: Partial<Omit<Asked, 'method' | 'path'>> = {},
): Asked {
  return { as: 'service', headers: {}, body: null, ...rest, method, path }
}

/**
 * Reads `[anon|user|service] METHOD path | Header: value | body`, each part after the path optional.
 * Throws an Error for another form.
 */
export function parseLine(line: string): Asked {
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
  return asked(method, path, { as: (as as Role | undefined) ?? 'service', headers, body })
}

/** The line `parseLine` reads. */
export function toLine({ as, method, path, headers, body }: Asked): string {
  const parts = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const first = `${as === 'service' ? '' : `${as} `}${method} ${path}`
  return [first, ...parts, ...(body === null ? [] : [body])].join(' | ')
}
