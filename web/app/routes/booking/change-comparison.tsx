import { hoursBetween } from '@hourspace/domain/durations.ts'
import type { BookedExtra } from '@hourspace/domain/extras.ts'
import { formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { formatDay, formatSpan } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'

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
    Date: formatDay(version.startsAt, timeZone),
    // A line never breaks between '10:00' and 'AM'.
    Time: formatSpan(version, timeZone).replaceAll(/ (?=[AP]M)/g, '\u00a0'),
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
    <table
      className={cx(
        'w-full table-fixed text-left text-sm',
        // Narrow phones have no space for a column of names, so each name is above its values.
        'max-[20rem]:block max-[20rem]:[&_tr]:grid max-[20rem]:[&_tr]:grid-cols-2',
      )}
    >
      <caption className="sr-only">The booking before and after the change</caption>
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="w-18 py-1.5 font-normal max-[20rem]:sr-only">
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
            <th
              scope="row"
              className="py-2 font-normal text-ink-soft max-[20rem]:col-span-2 max-[20rem]:pb-0"
            >
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
