import * as fc from 'fast-check'
import type { Crash } from './crashes.ts'

const at = fc.nat({ max: 9 })
const two = fc.constantFrom(0, 1)
const hours = fc.constantFrom(1, 2, 3)
const start = fc.constantFrom(1, 2, 3, 26, 60, 61, 80, 100, 101, 120)
const part = fc.constantFrom(0, 30, 50, 100)
const is = <const Name extends string>(type: Name) => fc.constant(type)

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_threeDSecure2Required',
  'pm_card_createDispute',
  'pm_card_createDisputeInquiry',
  'pm_card_pendingRefund',
  'pm_card_refundFail',
] as const

/**
 * Weight and generator (fast-check arbitrary) of each operation. `which` is a random number that
 * selects a booking or a payment.
 */
const kinds = {
  checkout: [
    5,
    fc.record({ type: is('checkout'), guest: fc.nat({ max: 2 }), space: two, start, hours }),
  ],
  book: [
    9,
    fc.record({
      type: is('book'),
      guest: fc.nat({ max: 2 }),
      space: two,
      start,
      hours,
      card: fc.constantFrom(...cards),
    }),
  ],
  race: [2, fc.record({ type: is('race'), space: two, start, hours })],
  pay: [5, fc.record({ type: is('pay'), which: at, card: fc.constantFrom(...cards) })],
  bankStep: [2, fc.record({ type: is('bankStep'), which: at, isPassed: fc.boolean() })],
  confirm: [5, fc.record({ type: is('confirm'), which: at })],
  webhooks: [
    5,
    fc.record({
      type: is('webhooks'),
      order: fc.constantFrom('forward', 'reverse'),
      times: fc.constantFrom(1, 1, 2),
      which: fc.constantFrom('held', 'held', 'held', 'held', 'held', 'all'),
    }),
  ],
  loseWebhooks: [1, fc.record({ type: is('loseWebhooks') })],
  cancel: [
    5,
    fc.record({
      type: is('cancel'),
      which: at,
      by: fc.constantFrom('guest', 'host', 'admin'),
      part,
    }),
  ],
  answer: [
    5,
    fc.record({
      type: is('answer'),
      which: at,
      answer: fc.constantFrom('accepted', 'accepted', 'declined', 'withdrawn'),
    }),
  ],
  refund: [3, fc.record({ type: is('refund'), which: at, part })],
  endRefund: [
    3,
    fc.record({
      type: is('endRefund'),
      which: at,
      action: fc.constantFrom('fail', 'succeed'),
      reason: fc.constantFrom('unknown', 'lost_or_stolen_card'),
    }),
  ],
  dispute: [
    4,
    fc.record({
      type: is('dispute'),
      which: at,
      action: fc.constantFrom('open', 'open', 'inquire', 'escalate', 'win', 'lose'),
      part,
    }),
  ],
  authorization: [
    1,
    fc.record({
      type: is('authorization'),
      which: at,
      action: fc.constantFrom('expire', 'refuse'),
    }),
  ],
  job: [
    7,
    fc.record({
      type: is('job'),
      name: fc.constantFrom(
        'reconcile-payments',
        'payout-hosts',
        'payout-hosts',
        'finish-deletions',
        'reconcile-ledger',
      ),
    }),
  ],
  pass: [5, fc.record({ type: is('pass'), hours: fc.constantFrom(1, 1, 2, 24, 50) })],
  account: [
    3,
    fc.record({
      type: is('account'),
      action: fc.constantFrom(
        'connect',
        'complete',
        'complete',
        'complete',
        'restrict',
        'review',
        'reopen',
      ),
    }),
  ],
  report: [
    3,
    fc.record({
      type: is('report'),
      which: at,
      kind: fc.constantFrom('no_access', 'not_as_described', 'no_show', 'damage'),
    }),
  ],
  decide: [2, fc.record({ type: is('decide'), which: at, isUpheld: fc.boolean(), part })],
  propose: [
    5,
    fc.record({
      type: is('propose'),
      which: at,
      by: fc.constantFrom('guest', 'host'),
      start: fc.constantFrom(60, 61, 62, 100, 103, 126),
      hours,
      isAccepted: fc.boolean(),
    }),
  ],
  answerChange: [
    5,
    fc.record({
      type: is('answerChange'),
      which: at,
      by: fc.constantFrom('guest', 'host'),
      answer: fc.constantFrom('accepted', 'accepted', 'declined', 'withdrawn'),
    }),
  ],
  extend: [4, fc.record({ type: is('extend'), which: at, hours: fc.constantFrom(1, 2) })],
  reverse: [1, fc.record({ type: is('reverse'), which: at, part })],
  block: [2, fc.record({ type: is('block'), space: two, start, hours, isBlocked: fc.boolean() })],
  setBuffer: [
    1,
    fc.record({ type: is('setBuffer'), space: two, minutes: fc.constantFrom(0, 30, 60) }),
  ],
  leave: [1, fc.record({ type: is('leave'), who: fc.nat({ max: 3 }) })],
} as const

type Kinds = typeof kinds
export type Operation = {
  [Name in keyof Kinds]: Kinds[Name][1] extends fc.Arbitrary<infer Value> ? Value : never
}[keyof Kinds]

/**
 * Returns true if an operation advances the clock. Extending a booking does so, because only a
 * running booking can be extended.
 */
export const passesTime = ({ type }: Operation) => type === 'pass' || type === 'extend'

const operation = fc.oneof(
  ...Object.values(kinds).map(([weight, arbitrary]) => ({
    weight,
    arbitrary: arbitrary as fc.Arbitrary<Operation>,
  })),
)

const crash = fc.record({
  at: fc.constantFrom(1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 10, 12),
  when: fc.constantFrom('before' as const, 'after' as const),
})

const sometimes = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 10 - weight, arbitrary: fc.constant(null) }, { weight, arbitrary })

/**
 * A step of a model run: an operation that may crash, and sometimes a second, concurrent operation.
 */
export const step: fc.Arbitrary<Step> = fc.record({
  operation,
  crash: sometimes<Crash>(3, crash),
  beside: sometimes(2, operation),
})

export type Step = { operation: Operation; crash: Crash | null; beside: Operation | null }
