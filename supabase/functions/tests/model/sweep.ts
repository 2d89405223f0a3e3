import { runUntil, type Crash } from './crashes.ts'
import { settle } from './invariants.ts'
import type { Operation } from './operations.ts'
import { openStage } from './stage.ts'
import { openWorld, perform } from './world.ts'

const card = 'pm_card_visa'
const book = (start: number, space = 0) =>
  ({ type: 'book', guest: 0, space, start, hours: 2, card }) as Operation
const deliver: Operation = { type: 'webhooks', order: 'forward', times: 1, which: 'held' }
const refund: Operation = { type: 'refund', which: 0, part: 50 }
const checkout: Operation = { type: 'checkout', guest: 0, space: 0, start: 26, hours: 2 }
const pay: Operation = { type: 'pay', which: 0, card }
const lose: Operation = { type: 'loseWebhooks' }
const pass = (hours: number) => ({ type: 'pass', hours }) as Operation
const job = (name: string) => ({ type: 'job', name }) as Operation
const cancel = (by: string) => ({ type: 'cancel', which: 0, by, part: 50 }) as Operation
const answer = (given: string) => ({ type: 'answer', which: 0, answer: given }) as Operation
const propose = (by: string, hours: number) =>
  ({ type: 'propose', which: 0, by, start: 103, hours, isAccepted: true }) as Operation
const dispute = (action: string) => ({ type: 'dispute', which: 0, action, part: 0 }) as Operation

/**
 * The sweep crashes the last operation of each sequence. The earlier operations prepare the data.
 */
const sequences = {
  'a checkout': [checkout],
  'a booking': [book(26)],
  'a confirmation': [checkout, pay, { type: 'confirm', which: 0 }],
  'the webhooks of a payment': [checkout, pay, deliver],
  'a late payment': [checkout, pay, lose, pass(1), job('reconcile-payments')],
  'a request': [book(60, 1)],
  'an accepted request': [book(60, 1), answer('accepted')],
  'a declined request': [book(60, 1), answer('declined')],
  'a cancellation by the guest': [book(60), deliver, cancel('guest')],
  'a cancellation by the host': [book(60), deliver, cancel('host')],
  'a cancellation by an admin': [book(60), deliver, cancel('admin')],
  'a longer booking': [book(100), deliver, propose('guest', 3)],
  'a longer booking, proposed by the host': [book(100), deliver, propose('host', 3)],
  'a shorter booking': [book(100), deliver, propose('guest', 1)],
  'an extension': [book(2), deliver, { type: 'extend', which: 0, hours: 1 }],
  'a payout': [book(2), deliver, pass(50), job('payout-hosts')],
  'a refund in the dashboard': [book(60), deliver, refund, deliver],
  'a lost dispute': [book(60), deliver, dispute('open'), deliver, dispute('lose'), deliver],
  'lost events': [book(60), deliver, refund, lose, job('reconcile-ledger')],
  'a decision about a problem': [
    book(2),
    deliver,
    pass(24),
    { type: 'report', which: 0, kind: 'no_access' },
    { type: 'decide', which: 0, isUpheld: true, part: 50 },
  ],
  'the deletion of an account': [{ type: 'leave', who: 0 }],
  'the rest of a deletion': [{ type: 'leave', who: 0 }, job('finish-deletions')],
  'a connected account': [{ type: 'account', action: 'connect' }],
} satisfies Record<string, readonly Operation[]>

/** Stops an account deletion after its second statement, so that a job has to finish it. */
const crashDuring = ({ type }: Operation): Crash | null =>
  type === 'leave' ? { at: 2, when: 'after' } : null

export type Sequence = keyof typeof sequences

export const allSequences = Object.keys(sequences) as Sequence[]

/**
 * Runs each sequence once for every database statement and Stripe request of its last operation,
 * and crashes the operation before or after that point. Then lets an hour pass, runs all jobs and
 * collects violated invariants.
 */
export async function sweepCrashes(
  names: readonly Sequence[],
  report: (sequence: string, crashes: number) => void = () => {},
): Promise<string[]> {
  const wrong: string[] = []
  for (const name of names) {
    const operations: readonly Operation[] = sequences[name]
    const stage = await openStage()
    let crashes = 0
    for (const when of ['before', 'after'] as const) {
      for (let at = 1, hasCrashed = true; hasCrashed; at += 1) {
        const world = await openWorld(stage)
        for (const operation of operations.slice(0, -1))
          await runUntil(crashDuring(operation), () => perform(world, operation))
        const last = operations.at(-1)!
        hasCrashed = false
        const onCrash = () => {
          hasCrashed = true
          crashes += 1
        }
        const isWebhook = last.type === 'webhooks'
        await runUntil({ at, when }, () => perform(world, last), { isWebhook, onCrash })
        await perform(world, pass(1))
        const found = await settle(world)
        wrong.push(...found.map((text) => `${name}, call ${at}, ${when}: ${text}`))
      }
    }
    await stage.close()
    report(name, crashes)
  }
  return wrong
}
