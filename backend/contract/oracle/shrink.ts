import type { TestRequest } from './request-line.ts'

/** Minimizes a request, keeping only reductions for which `isSame` returns true. */
export async function shrink(
  request: TestRequest,
  isSame: (smaller: TestRequest) => Promise<boolean>,
): Promise<TestRequest> {
  let smallest = request
  for (let tries = 0, isSmaller = true; isSmaller && tries < 300;) {
    isSmaller = false
    for (const candidate of smaller(smallest)) {
      if (tries++ > 300) break
      if (await isSame(candidate).catch(() => false)) {
        smallest = candidate
        isSmaller = true
        break
      }
    }
  }
  return smallest
}

function* smaller(request: TestRequest): Generator<TestRequest> {
  const { as, path, headers, body } = request
  if (as !== 'service') yield { ...request, as: 'service' }
  for (const name of Object.keys(headers)) {
    const { [name]: _dropped, ...rest } = headers
    yield { ...request, headers: rest }
    for (const fewer of withoutOne(headers[name] ?? ''))
      yield { ...request, headers: { ...rest, [name]: fewer } }
  }
  const [place = '', query = ''] = path.split('?')
  const parameters = query === '' ? [] : query.split('&')
  for (const [index, parameter] of parameters.entries()) {
    const put = (...given: string[]) => {
      const rest = parameters.toSpliced(index, 1, ...given).join('&')
      return { ...request, path: rest === '' ? place : `${place}?${rest}` }
    }
    yield put()
    const at = parameter.indexOf('=') + 1
    for (const fewer of withoutOne(parameter.slice(at))) yield put(parameter.slice(0, at) + fewer)
  }
  if (body === null) return
  try {
    for (const fewer of smallerJson(JSON.parse(body) as unknown))
      yield { ...request, body: JSON.stringify(fewer) }
  } catch {
    for (const fewer of withoutOne(body)) yield { ...request, body: fewer }
  }
}

function* withoutOne(text: string): Generator<string> {
  const items: string[] = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) items.push('')
    else items[items.length - 1] += character
  }
  for (const index of items.keys()) {
    if (items.length > 1) yield items.toSpliced(index, 1).join(',')
    const [, before, within, after] = /^([^(]*\()(.*)(\)[^)]*)$/s.exec(items[index] ?? '') ?? []
    if (within === undefined) continue
    for (const fewer of withoutOne(within))
      yield items.toSpliced(index, 1, `${before}${fewer}${after}`).join(',')
  }
}

function* smallerJson(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1)
    for (const [index, item] of value.entries())
      for (const fewer of smallerJson(item)) yield value.toSpliced(index, 1, fewer)
  } else if (value !== null && typeof value === 'object') {
    for (const name of Object.keys(value)) {
      const { [name]: _dropped, ...rest } = value as Record<string, unknown>
      yield rest
    }
  }
}
