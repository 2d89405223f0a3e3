import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from '#backend/context.ts'
import { generateAny } from './generate-hostile.ts'
import { openOurs, type Answer, type Ours } from './pair.ts'
import { Random } from './random.ts'
import { toLine, type TestRequest } from './request-line.ts'
import { vocabularyOf, strangeParts, type Vocabulary } from './skeleton.ts'
import { openState, type State } from './state.ts'

/** Secret values in the canary rows, which no response to `anon` or a user may contain. */
type Marks = { marker: string; number: string }

/** The data API on a test database with canary rows, and a record of its SQL statements. */
export type Range = { ours: Ours; watch: Watch; state: State; marks: Marks }

type FuzzReport = {
  count: number
  seconds: number
  /** Number of statements sent to PostgreSQL, and number of distinct statement texts. */
  statements: number
  texts: number
  statuses: Map<number, number>
  faults: string[]
}

export async function openRange(): Promise<Range> {
  const marks = { marker: `mark-${randomUUID()}`, number: String(randomInt(1e12, 9e12)) }
  const canary = await readFile(new URL('canary.sql', import.meta.url), 'utf8')
  const ours = await openOurs(
    canary.replaceAll('%marker%', marks.marker).replaceAll('%number%', marks.number),
  )
  const state = await openState(ours.sql)
  const watch = watchStatements(ours.context, await vocabularyOf(ours.sql))
  return { ours, watch, state, marks }
}

const batch = 64

/** Sends `count` requests, which `seed` determines. Reads in a batch run concurrently. */
export async function runFuzz(
  { ours, watch, state, marks }: Range,
  { seed, count }: { seed: number; count: number },
): Promise<FuzzReport> {
  const random = new Random(seed)
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const startedAt = performance.now()

  const ask = async (request: TestRequest) => {
    const answer = await ours.ask(request).catch((error: unknown) => String(error))
    const fault = typeof answer === 'string' ? `threw ${answer}` : faultOf(request, answer, marks)
    if (fault) faults.push(`${fault}: ${toLine(request)}`)
    if (typeof answer !== 'string')
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }

  for (let asked = 0; asked < count; asked += batch) {
    const requests = Array.from({ length: Math.min(batch, count - asked) }, () =>
      generateAny(random),
    )
    const isRead = ({ method }: TestRequest) => !['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)
    await Promise.all(requests.filter(isRead).map(ask))
    for (const request of requests) if (!isRead(request)) await ask(request)
    faults.push(...watch.takeFaults().map((fault) => `statement of another form: ${fault}`))
    await state.putBack()
  }
  faults.push(...(await touchedCanaries(ours, marks)))
  return {
    count,
    seconds: (performance.now() - startedAt) / 1000,
    statements: watch.count,
    texts: watch.texts.size,
    statuses,
    faults,
  }
}

/** Returns the reason why a response is wrong, or null if it is correct. */
function faultOf(
  request: TestRequest,
  { status, headers, body }: Answer,
  marks: Marks,
): string | null {
  if (status >= 500) return `status ${status} ${body.slice(0, 300)}`
  if (request.as === 'service') return null
  const said = `${body} ${[...headers].join(' ')}`
  if (said.includes(marks.marker) || said.includes(marks.number)) return 'shows what is hidden'
  const isHidden = /^\/(note_readers|letterbox)\b/.test(request.path)
  const counted = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? '0'
  const isExact = /count=exact/.test(request.headers['prefer'] ?? '')
  const isRead = ['GET', 'HEAD'].includes(request.method)
  return isHidden && isExact && isRead && counted !== '0' ? 'counts what is hidden' : null
}

async function touchedCanaries({ sql }: Ours, marks: Marks): Promise<string[]> {
  const [calls] = await sql<{ is_called: boolean }[]>`select is_called from secret.calls`
  const vault = await sql<{ word: string }[]>`select word from secret.vault`
  const faults: string[] = []
  if (calls?.is_called !== false) faults.push('the canary function was called')
  if (vault.map(({ word }) => word).join() !== marks.marker) faults.push('the canary table changed')
  return faults
}

type Watch = {
  count: number
  texts: Set<string>
  /** Returns the faults found in the generated SQL since the last call. */
  takeFaults(): string[]
}

function watchStatements({ database }: Context, vocabulary: Vocabulary): Watch {
  const faults: string[] = []
  const batchAsCaller = database.batchAsCaller.bind(database)
  const watch: Watch = { count: 0, texts: new Set(), takeFaults: () => faults.splice(0) }
  database.batchAsCaller = (caller, statements, options) => {
    for (const { text, values } of statements) {
      watch.count++
      if (watch.texts.has(text)) continue
      watch.texts.add(text)
      const strange = strangeParts(text, values.length, vocabulary)
      if (strange.length > 0) faults.push(`${caller.role}: ${strange.join(' ')} in ${text}`)
    }
    return batchAsCaller(caller, statements, options)
  }
  return watch
}
