import { expect, test } from 'vitest'
import { outcomeText } from './problem-item.tsx'

const money = (minor: number) => `$${minor / 100}`
const open = { status: 'open', decided_minor: null, settled_at: null } as const
const upheld = { status: 'upheld', decided_minor: 4000, settled_at: null } as const

test('the outcome of a problem report is worded for its reader: the host, the guest or an admin', () => {
  const noAccess = { ...open, kind: 'no_access' } as const
  expect(outcomeText(noAccess, 'host', money)).toContain('Your payout waits until then.')
  expect(outcomeText(noAccess, 'guest', money)).toContain('The host’s payout waits until then.')
  expect(outcomeText(noAccess, 'admin', money)).toBe(
    'Hear both sides, then decide. The host’s payout waits until then.',
  )

  const damage = { ...upheld, kind: 'damage' } as const
  expect(outcomeText(damage, 'guest', money)).toContain('$40 accepted. You are asked to pay')
  expect(outcomeText(damage, 'host', money)).toContain('$40 accepted. The guest is asked to pay')

  const refund = { ...upheld, kind: 'not_as_described' } as const
  expect(outcomeText(refund, 'guest', money)).toBe('$40 refunded to you.')
  expect(outcomeText(refund, 'host', money)).toBe('$40 refunded to the guest.')

  const recorded = { ...open, status: 'recorded', kind: 'no_show' } as const
  expect(outcomeText(recorded, 'host', money)).toBe('No refund; you are paid as usual.')
  expect(outcomeText(recorded, 'guest', money)).toBe('No refund; the host is paid as usual.')
})
