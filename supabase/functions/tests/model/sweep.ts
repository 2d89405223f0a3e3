import { runUntil, type Crash } from './crashes.ts'
import { settle } from './invariants.ts'
import type { Operation } from './operations.ts'
import { openStage } from './stage.ts'
import { openWorld, perform } from './world.ts'

type Of<Type extends Operation['type']> = Extract<Operation, { type: Type }>

const card = 'pm_card_visa'
const book = (start: Of<'book'>['start'], space: Of<'book'>['space'] = 0): Operation => ({
  type: 'book',
  guest: 0,
  space,
  start,
  hours: 2,
  card,
})
const deliver: Operation = { type: 'webhooks', order: 'forward', times: 1, which: 'held' }
const refund: Operation = { type: 'refund', which: 0, part: 50 }
const checkout: Operation = { type: 'checkout', guest: 0, space: 0, start: 26, hours: 2 }
const pay: Operation = { type: 'pay', which: 0, card }
const lose: Operation = { type: 'loseWebhooks' }
const pass = (hours: Of<'pass'>['hours']): Operation => ({ type: 'pass', hours })
const job = (name: Of<'job'>['name']): Operation => ({ type: 'job', name })
const cancel = (by: Of<'cancel'>['by']): Operation => ({ type: 'cancel', which: 0, by, part: 50 })
const answer = (given: Of<'answer'>['answer']): Operation => ({
  type: 'answer',
  which: 0,
  answer: given,
})
const propose = (by: Of<'propose'>['by'], hours: Of<'propose'>['hours']): Of<'propose'> => ({
  type: 'propose',
  which: 0,
  by,
  start: 103,
  hours,
  isAccepted: true,
})
const dispute = (action: Of<'dispute'>['action']): Operation => ({
  type: 'dispute',
  which: 0,
  action,
  part: 0,
})
const account = (action: Of<'account'>['action']): Operation => ({ type: 'account', action })
const authorization = (action: Of<'authorization'>['action']): Operation => ({
  type: 'authorization',
  which: 0,
  action,
})
const endRefund = (action: Of<'endRefund'>['action']): Operation => ({
  type: 'endRefund',
  which: 0,
  action,
  reason: 'unknown',
})
const openChange: Operation = { ...propose('host', 3), isAccepted: false }
const unpaidChange: Operation = { ...propose('guest', 3), isAccepted: false }
const answerChange = (
  by: Of<'answerChange'>['by'],
  given: Of<'answerChange'>['answer'],
): Operation => ({ type: 'answerChange', which: 0, by, answer: given })
const paidOut = [book(2), deliver, pass(50), job('payout-hosts'), deliver]
const lost = [dispute('open'), deliver, dispute('lose'), deliver]

/**
 * The sweep crashes the last operation of each sequence. The earlier operations prepare the data.
 */
export const sequences = {
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

/**
 * Runs each sequence repeatedly and crashes its last operation, each time before or after another
 * database statement or Stripe request. After each crash, an hour passes and `settle` runs the
 * jobs. Returns the violated invariants, and the sequences in which no crash happened.
 */
export async function sweepCrashes(
  tried: Readonly<Record<string, readonly Operation[]>>,
  report: (name: string, crashes: number) => void = () => {},
): Promise<string[]> {
  const wrong: string[] = []
  const stage = await openStage()
  for (const [name, operations] of Object.entries(tried)) {
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
    if (crashes === 0) wrong.push(`${name}: no crash point`)
    report(name, crashes)
  }
  await stage.close()
  return wrong
}
