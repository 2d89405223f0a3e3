import { differences } from './differences.ts'
import { unexplained } from './explained.ts'
import { generateCall } from './generate-call.ts'
import { generateRead } from './generate-read.ts'
import { generateWrite } from './generate-write.ts'
import type { Pair } from './pair.ts'
import { Random } from './random.ts'
import { toLine, type Asked } from './request-line.ts'
import { shrink } from './shrink.ts'
import type { Outcome, State } from './state.ts'

/** What is generated, by the word that asks for it alone. */
export const generators = { read: generateRead, write: generateWrite, rpc: generateCall }

export type Kind = keyof typeof generators

/** One kind of unexplained difference, with the smallest request that shows it. */
export type Finding = {
  kind: Kind
  signature: string
  times: number
  line: string
  ours: Outcome
  theirs: Outcome
}

export type Report = {
  compared: Record<Kind, number>
  /** Answers that were the same in everything. */
  same: number
  /** How often each explanation was needed. */
  explained: Map<string, number>
  /** Answers by status of PostgREST's. */
  statuses: Map<number, number>
  findings: Finding[]
}

type Compared = { found: string[]; left: string[]; ours: Outcome; theirs: Outcome }

/** Asks both `count` generated requests; the same ones for the same seed. */
export async function runDifferential(
  pair: Pair,
  state: State,
  options: { seed: number; count: number; only?: Kind; shrinks?: boolean },
): Promise<Report> {
  const random = new Random(options.seed)
  const report: Report = {
    compared: { read: 0, write: 0, rpc: 0 },
    same: 0,
    explained: new Map(),
    statuses: new Map(),
    findings: [],
  }
  const seen = new Map<string, Finding>()
  for (let index = 0; index < options.count; index++) {
    const kind = options.only ?? random.pick(['read', 'read', 'write', 'write', 'rpc'] as const)
    const request = generators[kind](random)
    const { found, left, ours, theirs } = await compare(request, report.explained)
    report.compared[kind]++
    report.statuses.set(theirs.status, (report.statuses.get(theirs.status) ?? 0) + 1)
    if (found.length === 0) report.same++
    if (left.length === 0) continue
    const signature = signatureOf(request, left, ours, theirs)
    const known = seen.get(signature)
    if (known) known.times++
    else seen.set(signature, await finding(kind, signature, request, { ours, theirs }))
  }
  report.findings = [...seen.values()].sort((a, b) => b.times - a.times)
  return report

  async function compare(request: Asked, used?: Map<string, number>): Promise<Compared> {
    const ours = await state.after(() => pair.ask(request))
    const theirs = await state.after(() => pair.askOracle(request))
    const found = differences(request, ours, theirs)
    return { found, left: unexplained(found, { request, ours, theirs }, used), ours, theirs }
  }

  async function finding(
    kind: Kind,
    signature: string,
    request: Asked,
    both: Pick<Compared, 'ours' | 'theirs'>,
  ): Promise<Finding> {
    const isSame = async (smaller: Asked) => {
      const { left, ours, theirs } = await compare(smaller)
      if (left.length === 0 || signatureOf(smaller, left, ours, theirs) !== signature) return false
      both = { ours, theirs }
      return true
    }
    const smallest = options.shrinks ? await shrink(request, isSame) : request
    return { kind, signature, times: 1, line: toLine(smallest), ...both }
  }
}

/** Differences of one signature most likely have one cause. */
function signatureOf(
  { method }: Asked,
  left: readonly string[],
  ours: Outcome,
  theirs: Outcome,
): string {
  const codes = [ours, theirs].map(({ status, body }) =>
    status < 300 ? status : (/"code":"(\w+)"/.exec(body)?.[1] ?? status),
  )
  const phrases = left.map((phrase) =>
    phrase
      .replace(/content-location .*/, 'content-location')
      .replace(/location .*/, 'location')
      .replace(/\d+-\d+\//g, 'n-n/')
      .replace(/\/\d+/g, '/n'),
  )
  return `${method} ${codes.join(' not ')}: ${phrases.join('; ')}`
}
