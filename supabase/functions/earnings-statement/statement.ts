import { toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'

/** A row of the view booking_earnings. Amounts are in major units. */
export type StatementRow = {
  id: string
  space_title: string
  address: string
  /** Local date on which the booking ended (YYYY-MM-DD). */
  ended_on: string
  state: 'upcoming' | 'in_transit' | 'on_hold' | 'paid' | 'none'
  currency: Currency
  rental: number
  commission: number
  /** The part of the host's share that refunds and disputes took back. */
  returned: number
  earned: number
  paid_at: Date | null
}

export const payoutNames: Readonly<Record<StatementRow['state'], string>> = {
  upcoming: 'upcoming',
  in_transit: 'payout on its way',
  on_hold: 'payout on hold',
  paid: 'paid out',
  none: 'no payout',
}

/** Sums of earnings in one currency, in major units. */
export type Sums = {
  bookings: number
  rental: number
  commission: number
  returned: number
  earned: number
}

export function sumsOf(rows: readonly StatementRow[], currency: Currency): Sums {
  const sum = (key: 'rental' | 'commission' | 'returned' | 'earned') =>
    toDecimal(
      rows.reduce((total, row) => total + toMinor(row[key], currency), 0),
      currency,
    )
  return {
    bookings: rows.length,
    rental: sum('rental'),
    commission: sum('commission'),
    returned: sum('returned'),
    earned: sum('earned'),
  }
}

/** Groups earnings by a key. The groups are in the order in which their keys first appear. */
export function groupBy<Key extends string>(
  rows: readonly StatementRow[],
  keyOf: (row: StatementRow) => Key,
): [Key, StatementRow[]][] {
  const groups = new Map<Key, StatementRow[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups]
}

/** Returns the quarter (1 to 4) in which a booking ended. */
export const quarterOf = ({ ended_on }: StatementRow) => Math.ceil(Number(ended_on.slice(5, 7)) / 3)
