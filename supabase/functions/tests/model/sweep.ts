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
const account = (action: string) => ({ type: 'account', action }) as Operation
const authorization = (action: string) => ({ type: 'authorization', which: 0, action }) as Operation
const endRefund = (action: string) =>
  ({ type: 'endRefund', which: 0, action, reason: 'unknown' }) as Operation
const openChange = { ...propose('host', 3), isAccepted: false } as Operation
const unpaidChange = { ...propose('guest', 3), isAccepted: false } as Operation
const answerChange = (by: string, given: string) =>
  ({ type: 'answerChange', which: 0, by, answer: given }) as Operation
const paidOut = [book(2), deliver, pass(50), job('payout-hosts'), deliver]
const lost = [dispute('open'), deliver, dispute('lose'), deliver]

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
  'a connected account': [account('connect')],
  'a withdrawn request': [book(60, 1), answer('withdrawn')],
  'an unanswered request': [book(60, 1), pass(50), job('reconcile-payments')],
  'a request with an expired authorization': [book(60, 1), authorization('expire'), deliver],
  'an accepted request that Stripe cannot capture': [
    book(60, 1),
    authorization('refuse'),
    answer('accepted'),
  ],
  'a declined change': [book(100), deliver, openChange, answerChange('guest', 'declined')],
  'a withdrawn change': [book(100), deliver, openChange, answerChange('host', 'withdrawn')],
  'a withdrawn unpaid change': [
    book(100),
    deliver,
    unpaidChange,
    answerChange('guest', 'withdrawn'),
  ],
  'an unanswered change': [book(100), deliver, openChange, pass(50), job('reconcile-payments')],
  'a cancellation with an open change': [book(100), deliver, openChange, cancel('host')],
  'a cancellation after a longer booking': [
    book(100),
    deliver,
    propose('guest', 3),
    deliver,
    cancel('guest'),
  ],
  'a paid extension': [
    book(2),
    deliver,
    { type: 'extend', which: 0, hours: 1 },
    pay,
    { type: 'confirm', which: 0 },
  ],
  'a failed refund': [book(60), deliver, cancel('host'), deliver, endRefund('fail'), deliver],
  'a refund after a failed refund': [
    book(60),
    deliver,
    cancel('host'),
    deliver,
    endRefund('fail'),
    deliver,
    job('reconcile-payments'),
  ],
  'a cancellation after a refund in the dashboard': [
    book(60),
    deliver,
    refund,
    deliver,
    cancel('host'),
  ],
  'a payout after a refund': [book(2), deliver, refund, deliver, pass(50), job('payout-hosts')],
  'a payout to a restricted account': [
    book(2),
    deliver,
    account('restrict'),
    pass(50),
    job('payout-hosts'),
  ],
  'a payout to an account that is complete again': [
    book(2),
    deliver,
    account('restrict'),
    pass(50),
    job('payout-hosts'),
    account('complete'),
    job('payout-hosts'),
  ],
  'a payout less the debt of a lost dispute': [
    ...paidOut,
    ...lost,
    book(60, 1),
    answer('accepted'),
    deliver,
    pass(50),
    pass(50),
    job('payout-hosts'),
  ],
  'a lost dispute after the payout': [...paidOut, ...lost],
  'a won dispute after the payout': [...paidOut, dispute('open'), deliver, dispute('win'), deliver],
  'a refund after the payout': [...paidOut, refund, deliver],
  'a reversed transfer': [...paidOut, { type: 'reverse', which: 0, part: 50 }, deliver],
  'the deletion of an account after a booking': [...paidOut, pass(50), { type: 'leave', who: 0 }],
  'the deletion of a host after a booking': [...paidOut, pass(50), { type: 'leave', who: 3 }],
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
  const stage = await openStage()
  for (const name of names) {
    const operations: readonly Operation[] = sequences[name]
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
    report(name, crashes)
  }
  await stage.close()
  return wrong
}
