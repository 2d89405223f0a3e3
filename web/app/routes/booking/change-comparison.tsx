import { hoursBetween } from '@hourspace/domain/durations.ts'
import type { BookedExtra } from '@hourspace/domain/extras.ts'
import { formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { formatDatedSpan } from '#web/lib/times.ts'

type Version = {
  startsAt: Date
  endsAt: Date
  guests: number
  extras: readonly Pick<BookedExtra, 'name'>[]
  /** `total` is a decimal amount; undefined while it is unknown. */
  total: number | undefined
}

function partsOf(version: Version, timeZone: string, currency: Currency) {
  const hours = hoursBetween(version.startsAt, version.endsAt)
  return {
    Time: formatDatedSpan(version, timeZone),
    Length: `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    People: String(version.guests),
    Extras: version.extras.map(({ name }) => name).join(', ') || 'None',
    Total: version.total === undefined ? '…' : formatMoney(version.total, currency),
  }
}

export function ChangeComparison(props: {
  before: Version
  after: Version
  timeZone: string
  currency: Currency
}) {
  const { timeZone, currency } = props
  const before = partsOf(props.before, timeZone, currency)
  const after = partsOf(props.after, timeZone, currency)
  const names = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => name !== 'Extras' || before.Extras !== 'None' || after.Extras !== 'None',
  )
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">The booking before and after the change</caption>
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="w-18 py-1.5 font-normal">
            <span className="sr-only">Value</span>
          </th>
          <th scope="col" className="py-1.5 pr-3 font-semibold">
            Now
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            New
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line align-top">
        {names.map((name) => (
          <tr key={name}>
            <th scope="row" className="py-2 font-normal text-ink-soft">
              {name}
            </th>
            <td className="py-2 pr-3 wrap-anywhere">{before[name]}</td>
            <td className="py-2 font-semibold wrap-anywhere">
              {after[name] === before[name] ? (
                <span className="font-normal text-ink-soft">Same</span>
              ) : (
                after[name]
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
