import { readFile } from 'node:fs/promises'
import { differences } from './differences.ts'
import { generateCall } from './generate-call.ts'
import { generateRead } from './generate-read.ts'
import { generateWrite } from './generate-write.ts'
import type { Pair } from './pair.ts'
import { Random } from './random.ts'
import { parseLine, toLine, type TestRequest } from './request-line.ts'
import { shrink } from './shrink.ts'
import type { Outcome, State } from './state.ts'
import { byChoice } from './explained-by-choice.ts'
import { byFault } from './explained-by-fault.ts'
import { byVersion } from './explained-by-version.ts'
import type { Both } from './explanation.ts'

/** Request generators by value of the option --only. */
export const generators = { read: generateRead, write: generateWrite, rpc: generateCall }

export type Kind = keyof typeof generators

export function* generated(options: {
  seed: number
  count: number
  only?: Kind
}): Generator<TestRequest> {
  const random = new Random(options.seed)
  for (let index = 0; index < options.count; index++) {
    const kind = options.only ?? random.pick(['read', 'read', 'write', 'write', 'rpc'] as const)
    yield generators[kind](random)
  }
}

export async function written(): Promise<TestRequest[]> {
  const text = await readFile(new URL('requests.txt', import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(parseLine)
}

/** One kind of unexplained difference from PostgREST, with example requests. */
type Finding = { signature: string; times: number; examples: Example[] }

type Example = { line: string; ours: Outcome; theirs: Outcome }

/** Maximum number of example requests for one kind of difference. */
const mostExamples = 6

export type Report = {
  compared: number
  byMethod: Map<string, number>
  /** Number of requests to which the data API and PostgREST returned equal responses. */
  same: number
  /** For each known reason to differ from PostgREST: number of requests with such a difference. */
  explained: Map<string, number>
  statuses: Map<number, number>
  unexplained: number
  findings: Finding[]
}

type Compared = { found: string[]; left: string[]; ours: Outcome; theirs: Outcome }

export async function runDifferential(
  pair: Pair,
  state: State,
  requests: Iterable<TestRequest>,
  options: { shrinks?: boolean } = {},
): Promise<Report> {
  const report: Report = {
    compared: 0,
    byMethod: new Map(),
    same: 0,
    explained: new Map(),
    statuses: new Map(),
    unexplained: 0,
    findings: [],
  }
  const seen = new Map<string, Finding>()
  for (const request of requests) {
    const { found, left, ours, theirs } = await compare(request, report.explained)
    report.compared++
    count(report.byMethod, request.path.startsWith('/rpc/') ? 'rpc' : request.method)
    count(report.statuses, theirs.status)
    if (found.length === 0) report.same++
    for (const signature of new Set(signaturesOf(request, left, ours, theirs))) {
      const known = seen.get(signature) ?? { signature, times: 0, examples: [] }
      seen.set(signature, known)
      if (known.times++ >= mostExamples) continue
      const example = await exampleOf(signature, request, { ours, theirs })
      if (known.examples.every(({ line }) => line !== example.line)) known.examples.push(example)
    }
    if (left.length > 0) report.unexplained++
  }
  report.findings = [...seen.values()].sort((a, b) => b.times - a.times)
  return report

  async function compare(request: TestRequest, used?: Map<string, number>): Promise<Compared> {
    const read = async (ask: Pair['ask']) => ({ ...(await ask(request)), left: null })
    const [ours, theirs] = changesNothing(request)
      ? await Promise.all([read(pair.ask), read(pair.askOracle)])
      : [
          await state.after(() => pair.ask(request)),
          await state.after(() => pair.askOracle(request)),
        ]
    const found = differences(request, ours, theirs)
    return { found, left: unexplained(found, { request, ours, theirs }, used), ours, theirs }
  }

  async function exampleOf(
    signature: string,
    request: TestRequest,
    both: Pick<Compared, 'ours' | 'theirs'>,
  ): Promise<Example> {
    const isSame = async (smaller: TestRequest) => {
      const { left, ours, theirs } = await compare(smaller)
      if (!signaturesOf(smaller, left, ours, theirs).includes(signature)) return false
      both = { ours, theirs }
      return true
    }
    const smallest = options.shrinks ? await shrink(request, isSame) : request
    return { line: toLine(smallest), ...both }
  }
}

/** Whether both servers run a request read-only, so that there are no changes to undo. */
function changesNothing({ method }: TestRequest): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

function count<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Returns the signatures of the differences. Equal signatures probably have the same cause. */
function signaturesOf(
  { method }: TestRequest,
  left: readonly string[],
  ours: Outcome,
  theirs: Outcome,
): string[] {
  if (left.length === 0) return []
  const [own, other] = [ours, theirs].map(({ status, body }) =>
    status < 300 ? String(status) : (/"code":"(\w+)"/.exec(body)?.[1] ?? String(status)),
  )
  const verb = method === 'HEAD' ? 'GET' : method
  if (ours.status !== theirs.status) return [`${verb} ${own} not ${other}`]
  return left.map((phrase) => {
    const kind = phrase
      .replace(/location .*/, 'location')
      .replace(/\d+-\d+\//g, 'n-n/')
      .replace(/\/\d+/g, '/n')
    return `${verb} ${own} ${own === other ? '' : `not ${other} `}${kind}`
  })
}

/**
 * Returns the differences between the responses of Hourspace and PostgREST that no explanation
 * covers. Counts each explanation at most once per request.
 */
function unexplained(found: readonly string[], both: Both, used?: Map<string, number>): string[] {
  // Only a difference between PostgREST versions can explain a 5xx response of Hourspace.
  const explanations = both.ours.status < 500 ? [...byVersion, ...byChoice, ...byFault] : byVersion
  const reasons = new Set<string>()
  const left = found.filter((difference) => {
    const explanation = explanations.find((each) => each.holds(difference, both))
    if (explanation) reasons.add(explanation.reason)
    return !explanation
  })
  for (const reason of reasons) used?.set(reason, (used.get(reason) ?? 0) + 1)
  return left
}
