import { targetOf, targets } from './canary-catalogue.ts'
import type { RelationInfo } from './catalogue.ts'
import { hostileParameter } from './hostile-parameter.ts'
import { hostileText } from './hostile-text.ts'
import { generateCall } from './generate-call.ts'
import { generateRead } from './generate-read.ts'
import { generateWrite } from './generate-write.ts'
import { hostileHeaders } from './hostile-headers.ts'
import type { Random } from './random.ts'
import { testRequest, type TestRequest, type Role } from './request-line.ts'

const functions = [
  'add',
  'films_of',
  'first_film',
  'echo',
  'join_words',
  'notes_like',
  'pick',
  'rename',
  'whoami',
  'twin',
  'split',
  'canary',
  'read_text',
]

/** Generates a valid, nearly valid or hostile data API request. */
export function generateAny(random: Random): TestRequest {
  const as: Role = random.pick(['anon', 'user', 'service'])
  const kind = random.int(1, 10)
  if (kind <= 2) return { ...validOf(random), as }
  if (kind <= 5) return { ...spoilt(random, validOf(random)), as }
  return { ...madeUp(random), as }
}

function validOf(random: Random): TestRequest {
  return random.pick([generateRead, generateRead, generateWrite, generateCall])(random)
}

/** Changes one part of a valid request: its path, a parameter, its headers or its body. */
function spoilt(random: Random, request: TestRequest): TestRequest {
  const [place = '', query = ''] = request.path.split('?')
  const parameters = query === '' ? [] : query.split('&')
  const at = parameters.length > 0 ? random.int(0, parameters.length - 1) : 0
  const spoil = (text: string) => {
    const from = random.int(0, text.length)
    const kept = random.oneIn(2) ? from : from + random.int(0, 3)
    return (
      text.slice(0, from) +
      random.pick([encodeText(hostileText(random)), '', '%', '%f', '%ff', '%00', '%ed%a0%80']) +
      text.slice(kept)
    )
  }
  if (request.body !== null && random.oneIn(3)) {
    const from = random.int(0, request.body.length)
    const body =
      request.body.slice(0, from) +
      random.pick([hostileText(random), '']) +
      request.body.slice(from + random.int(0, 2))
    return { ...request, body }
  }
  if (random.oneIn(5))
    return { ...request, headers: { ...request.headers, ...hostileHeaders(random) } }
  if (parameters.length === 0 || random.oneIn(10))
    return {
      ...request,
      path: spoil(place).replace(/^\/?/, '/') + (query === '' ? '' : `?${query}`),
    }
  parameters[at] = spoil(parameters[at] ?? '')
  if (random.oneIn(6)) parameters.push(parameters[at])
  return { ...request, path: `${place}?${parameters.join('&')}` }
}

function madeUp(random: Random): TestRequest {
  if (random.oneIn(6)) return calledUp(random)
  const relation = random.oneIn(4) ? targetOf('films') : random.pick(targets)
  const method = random.pick(methods)
  const parameters = random.list(1, random.pick([1, 1, 3]), () =>
    hostileParameter(random, relation),
  )
  const name = random.oneIn(20)
    ? encodeText(hostileText(random))
    : encodeURIComponent(relation.name)
  const takesBody = ['POST', 'PATCH', 'PUT'].includes(method)
  return testRequest(method, pathTo(name, parameters), {
    headers: random.oneIn(3) ? hostileHeaders(random) : {},
    body: takesBody ? hostileBody(random, relation) : null,
  })
}

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'OPTIONS',
  'PURGE',
]

function calledUp(random: Random): TestRequest {
  const method = random.pick(['GET', 'POST', 'POST', 'HEAD'])
  const relation = targetOf(random.pick(['films', 'notes']))
  const parameters = random.list(0, 2, () => hostileParameter(random, relation))
  const name = random.pick(functions)
  const args = random.pick([
    { a: hostileText(random) },
    { maker: 1 },
    { pattern: '%' },
    { pattern: hostileText(random) },
    { words: [hostileText(random)] },
    { text: hostileText(random) },
    { film: 1, new_title: hostileText(random) },
    { document: {}, key: hostileText(random) },
    {},
  ]) as Record<string, unknown>
  const isRead = method !== 'POST'
  const inQuery = isRead
    ? Object.entries(args).map(([key, value]): [string, string] => [key, String(value)])
    : []
  return testRequest(method, pathTo(`rpc/${name}`, [...inQuery, ...parameters]), {
    headers: random.oneIn(3) ? hostileHeaders(random) : {},
    body: isRead ? null : random.oneIn(3) ? hostileBody(random, relation) : JSON.stringify(args),
  })
}

/** Returns a request path that does not encode `&` and `=`, so that values can add parameters. */
function pathTo(name: string, parameters: readonly (readonly [string, string])[]): string {
  const encode = (text: string) => text.split('&').map(encodeText).join('&').replaceAll('%3D', '=')
  return `/${name}?${parameters.map((pair) => pair.map(encode).join('=')).join('&')}`
}

function hostileBody(random: Random, { columns }: RelationInfo): string {
  const x = () => hostileText(random)
  const value = (): unknown =>
    random.pick([x(), 1, 2, null, true, [x()], { [x()]: x() }, 1e308, ''])
  const name = () => (random.oneIn(4) ? x() : random.pick(columns).name)
  const row = () => Object.fromEntries(random.list(0, 3, () => [name(), value()]))
  const names = random.some(columns, 3).map((column) => column.name)
  return random.pick([
    () => JSON.stringify(row()),
    () => JSON.stringify([row(), row()]),
    () =>
      JSON.stringify(
        random.list(1, 3, () => Object.fromEntries(names.map((each) => [each, value()]))),
      ),
    () => `{"${x()}":"${x()}"}`,
    () => x(),
    () => `${names.join(',')},${x()}\n${x()},"${x()}"`,
    () => random.pick(['[', '{"a":']).repeat(random.pick([3, 100, 3000])),
    () => '',
  ])()
}

/** Percent-encodes a string as a browser does: unpaired surrogates become U+FFFD. */
function encodeText(text: string): string {
  return encodeURIComponent(
    text
      .replace(/[\ud800-\udfff](?![\udc00-\udfff])/g, (half, at: number) =>
        at > 0 && text.codePointAt(at - 1)! > 0xffff ? half : '\ufffd',
      )
      .toWellFormed(),
  )
}
