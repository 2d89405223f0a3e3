import { formatMoney } from '@hourspace/domain/money.ts'
import type { MonthlyEarnings } from '#web/data/earnings.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { sumsBySpace } from './sums.ts'

export function SpaceTable({ year, months }: { year: number; months: readonly MonthlyEarnings[] }) {
  const spaces = sumsBySpace(months)
  return (
    <Card className="min-w-0">
      <h3 id="by-space" className="mb-3 text-lg">
        By space
      </h3>
      {spaces.length === 0 && <p className="text-ink-soft">No booking ends in {year}.</p>}
      {spaces.length > 0 && (
        <div className="overflow-x-auto">
          <table aria-labelledby="by-space" className="w-full min-w-64 text-sm">
            <thead className="text-left text-ink-faint">
              <tr>
                <th className="py-2 font-medium">Space</th>
                <th className="py-2 text-right font-medium">Bookings</th>
                <th className="py-2 text-right font-medium">Earned</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-t border-line">
              {spaces.map(({ id, title, currency, bookings, earned }) => (
                <tr key={`${id} ${currency}`}>
                  <th scope="row" className="py-2.5 pr-3 text-left font-medium wrap-anywhere">
                    <TextLink to={paths.hostingListing(id)}>{title}</TextLink>
                  </th>
                  <td className="py-2.5 text-right tabular-nums">{bookings}</td>
                  <td className="py-2.5 pl-3 text-right font-semibold whitespace-nowrap tabular-nums">
                    {formatMoney(earned, currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
