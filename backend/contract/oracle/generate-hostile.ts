import { kinds, relations } from './catalogue.ts'
import { hostileText } from './hostile-text.ts'
import { generateCall } from './generate-call.ts'
import { generateRead, pathOf, type Parameters } from './generate-read.ts'
import { generateWrite } from './generate-write.ts'
import { hostileHeaders } from './hostile-headers.ts'
import type { Random } from './random.ts'
import { asked, type Asked, type Role } from './request-line.ts'

const names = [
  ...relations.map(({ name }) => name),
  'notes',
  'note_readers',
  'note_cards',
  'letterbox',
  'accounts',
  'odd "table',
  'vault',
]
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

/** A request that may be anything: valid, nearly valid, or meant badly. */
export function generateAny(random: Random): Asked {
  const as: Role = random.pick(['anon', 'user', 'service'])
  const kind = random.int(1, 10)
  if (kind <= 2) return { ...validOf(random), as }
  if (kind <= 5) return { ...spoilt(random, validOf(random)), as }
  return { ...madeUp(random), as }
}

function validOf(random: Random): Asked {
  return random.pick([generateRead, generateRead, generateWrite, generateCall])(random)
}

/** A valid request with something put in, taken out or doubled. */
function spoilt(random: Random, request: Asked): Asked {
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

function madeUp(random: Random): Asked {
  const isCall = random.oneIn(5)
  const method = random.pick(
    isCall
      ? ['GET', 'POST', 'POST', 'HEAD']
      : ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'PURGE'],
  )
  const parameters: Parameters = random.list(1, 3, () => parameterOf(random))
  const name = random.oneIn(15)
    ? encodeText(hostileText(random)).replace(/^\.+$/, 'x')
    : encodeURIComponent(random.pick(isCall ? functions : names))
  const path = `${isCall ? '/rpc' : ''}${pathOf(name, [])}?${parameters.map((pair) => pair.map(encodeText).join('=')).join('&')}`
  const takesBody = ['POST', 'PATCH', 'PUT'].includes(method)
  return asked(method, path, {
    headers: random.oneIn(2) ? hostileHeaders(random) : {},
    body: takesBody ? bodyOf(random) : null,
  })
}

/** One query parameter with hostile text in one of its places. */
function parameterOf(random: Random): [name: string, value: string] {
  const x = () => hostileText(random)
  const column = () =>
    random.pick([
      'id',
      'title',
      'film_id',
      'facts',
      'tags',
      'text',
      'amount',
      'entry',
      'pin',
      'word',
      'name',
      'year',
    ])
  const embed = () =>
    random.pick([
      'notes',
      'notes_of',
      'note_readers',
      'note_cards',
      'vault',
      'diaries',
      'films',
      'people',
      'parts',
      'letterbox',
      'accounts',
      'director_of',
    ])
  const operator = () => random.pick(Object.values(kinds).flatMap(({ operators }) => operators))
  return random.pick<() => [string, string]>([
    () => ['select', x()],
    () => ['select', `${column()}::${x()}`],
    () => ['select', `${x()}:${column()}`],
    () => ['select', `"${x().replace(/["\\]/g, '\\$&')}":${column()}`],
    () => ['select', `facts->${x()}`],
    () => ['select', `facts->>"${x()}",${column()}->0->>${x()}`],
    () => ['select', `${embed()}(${column()})`],
    () => ['select', `${column()},${embed()}!inner(*)`],
    () => ['select', `*,${embed()}!${x()}(*)`],
    () => ['select', `*,...${embed()}(${column()}),x:${embed()}(${x()})`],
    () => ['select', `${embed()}(${embed()}(${embed()}(${column()})))`],
    () => ['select', `${column()}.${random.pick(['sum', 'max', 'min', 'avg', 'count'])}()`],
    () => ['select', `${embed()}(${column()}.${random.pick(['sum', 'max', 'min', 'count'])}())`],
    () => ['select', `...${embed()}(a:${column()}.max(),count())`],
    () => ['select', `${column()}.${x()}()`],
    () => [column(), `${operator()}.${x()}`],
    () => [column(), `${x()}.1`],
    () => [column(), `${operator()}(${x()}).{${x()}}`],
    () => [column(), `fts(${x()}).${x()}`],
    () => [column(), `in.(${x()},"${x()}")`],
    () => [column(), `is.${x()}`],
    () => [column(), `like.*${random.pick(['a', x()])}*`],
    () => [`facts->>${x()}`, `eq.${x()}`],
    () => [`${column()}->${x()}`, 'not.is.null'],
    () => [`${embed()}.${column()}`, `${operator()}.${x()}`],
    () => [x(), `eq.${x()}`],
    () => [x(), x()],
    () => [embed(), random.pick(['is.null', 'not.is.null', `is.${x()}`])],
    () => [random.pick(['or', 'and', 'not.or', 'notes.or']), `(${column()}.eq.${x()},${x()})`],
    () => ['or', `(${column()}.${operator()}.1,and(${column()}.${x()}.1,${x()}))`],
    () => ['and', x()],
    () => ['order', `${column()}.${x()}`],
    () => ['order', `${x()}.desc.nullslast`],
    () => ['order', `${embed()}(${column()}),facts->>${x()}`],
    () => [random.pick(['limit', 'offset', 'notes.limit']), x()],
    () => [random.pick(['limit', 'offset']), String(random.pick([0, 1, 2, 10, -1, 1e15]))],
    () => ['columns', `${column()},${x()}`],
    () => ['on_conflict', random.pick(['id', `id,${x()}`, x()])],
    () => [random.pick(['a', 'maker', 'pattern', 'key', 'words', 'film']), x()],
  ])()
}

function bodyOf(random: Random): string {
  const x = () => hostileText(random)
  const value = (): unknown => random.pick([x(), 1, null, true, [x()], { [x()]: x() }, 1e308, ''])
  const row = () =>
    Object.fromEntries(
      random.list(0, 3, () => [
        random.oneIn(3)
          ? x()
          : random.pick([
              'id',
              'title',
              'name',
              'text',
              'entry',
              'letter',
              'film_id',
              'year',
              'facts',
              'owner_id',
              'a',
              'pattern',
              'film',
            ]),
        value(),
      ]),
    )
  return random.pick([
    () => JSON.stringify(row()),
    () => JSON.stringify([row(), row()]),
    () => JSON.stringify(random.list(1, 3, () => ({ id: value(), text: x() }))),
    () => `{"${x()}":"${x()}"}`,
    () => x(),
    () => `${column(random)},${x()}\n${x()},"${x()}"`,
    () => random.pick(['[', '{"a":']).repeat(random.pick([3, 100, 3000])),
    () => '',
  ])()
}

const column = (random: Random) => random.pick(['id', 'name', 'title'])

/** Percent-encodes a text as a browser would, most of the time. */
function encodeText(text: string): string {
  return encodeURIComponent(
    text
      .replace(/[\ud800-\udfff](?![\udc00-\udfff])/g, (half, at: number) =>
        at > 0 && text.codePointAt(at - 1)! > 0xffff ? half : '\ufffd',
      )
      .toWellFormed(),
  )
}
