import { type ReactElement, type ReactNode, useId } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import { monthName } from '#web/features/administration/month-name.ts'
import { Card } from '#web/ui/card.tsx'
import { highlights, shortMonthName } from './figures.ts'
import type { MonthlyFees, SpacesOfType } from './statistics.ts'

const first = 'var(--color-accent-ink)'
/** The chart colors also differ in lightness, for color-blind users. */
const second = 'var(--color-control)'

const axis = {
  tick: { fill: 'var(--color-ink-soft)', fontSize: 12 },
  stroke: 'var(--color-control)',
  tickLine: false,
} as const

const shownTypes = 8

const whole = (value: number) => value.toLocaleString('en-US')

export default function Charts(props: {
  /** `months` are sorted newest first. */
  months: readonly MonthlyFees[]
  currency: Currency
  types: readonly SpacesOfType[]
}) {
  const { currency } = props
  const months = props.months.toReversed()
  const money = (amount: number) => formatMoney(amount, currency)
  const inWords = (key: 'total_revenue' | 'total_fees' | 'total_bookings', format = money) =>
    highlights(
      months.map((month) => ({ name: monthName(month.month), value: month[key] })),
      format,
    )
  const types = props.types.filter(({ spaces }) => spaces > 0).slice(0, shownTypes)

  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <ChartFrame title="Revenue by month" words={inWords('total_revenue')}>
        <Months
          data={months}
          format={money}
          tick={compact(currency)}
          series={[{ key: 'total_revenue', name: 'Revenue', fill: first }]}
        />
      </ChartFrame>
      <ChartFrame title="Fees by month" words={inWords('total_fees')}>
        <Months
          data={months}
          format={money}
          tick={compact(currency)}
          series={[
            { key: 'total_fees', name: 'Platform fees', fill: first },
            { key: 'total_host_commission', name: 'Host commission', fill: second },
          ]}
        />
      </ChartFrame>
      <ChartFrame title="Bookings by month" words={inWords('total_bookings', whole)}>
        <Months
          data={months}
          format={whole}
          tick={whole}
          series={[{ key: 'total_bookings', name: 'Bookings', fill: first }]}
        />
      </ChartFrame>
      <ChartFrame
        title="Spaces by type"
        words={types.map(({ label, spaces }) => `${label}: ${spaces}`).join(', ') || 'Nothing yet.'}
      >
        <BarChart data={types} layout="vertical" margin={{ right: 16 }}>
          <CartesianGrid horizontal={false} stroke="var(--color-line)" />
          <XAxis type="number" allowDecimals={false} {...axis} />
          <YAxis type="category" dataKey="label" width={112} interval={0} {...axis} />
          {hint(whole)}
          <Bar
            dataKey="spaces"
            name="Spaces"
            fill={first}
            radius={[0, 4, 4, 0]}
            maxBarSize={28}
            isAnimationActive={false}
          />
        </BarChart>
      </ChartFrame>
    </div>
  )
}

/** Bar chart by month. With keyboard focus, arrow keys move between months. */
function Months(props: {
  data: readonly MonthlyFees[]
  format: (value: number) => string
  tick: (value: number) => string
  series: readonly { key: string; name: string; fill: string }[]
}) {
  const { data, format, tick, series } = props
  return (
    <BarChart data={data} margin={{ top: 4 }}>
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis dataKey="month" tickFormatter={shortMonthName} minTickGap={12} {...axis} />
      <YAxis tickFormatter={tick} allowDecimals={false} width="auto" {...axis} axisLine={false} />
      {hint(format)}
      {series.length > 1 && <Legend iconType="circle" itemSorter={null} formatter={seriesName} />}
      {series.map(({ key, name, fill }) => (
        <Bar
          key={key}
          dataKey={key}
          name={name}
          fill={fill}
          radius={[4, 4, 0, 0]}
          maxBarSize={36}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  )
}

const seriesName = (name: ReactNode) => <span className="text-sm text-ink-soft">{name}</span>

function hint(format: (value: number) => string): ReactNode {
  return (
    <Tooltip
      isAnimationActive={false}
      separator=": "
      // Sorts the values in the tooltip in the order of the bars.
      itemSorter={() => 0}
      cursor={{ fill: 'var(--color-sunken)' }}
      labelFormatter={(label) =>
        /^\d{4}-\d\d-\d\d$/.test(String(label)) ? monthName(String(label)) : label
      }
      formatter={(value) => format(Number(value))}
      contentStyle={{
        background: 'var(--color-raised)',
        borderColor: 'var(--color-line)',
        borderRadius: 'var(--radius-control)',
      }}
      itemStyle={{ color: 'var(--color-ink)' }}
    />
  )
}

/** Returns a formatter for axis labels such as '$1.2K'. */
function compact(currency: Currency): (amount: number) => string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  })
  return (amount) => format.format(amount)
}

function ChartFrame(props: {
  title: string
  /** `words` is the text alternative of the chart for screen readers. */
  words: string
  children: ReactElement
}) {
  const { title, words, children } = props
  const titleId = useId()
  return (
    <Card className="min-w-0">
      <figure aria-labelledby={titleId} className="flex flex-col gap-4">
        <figcaption>
          <h3 id={titleId} className="text-lg">
            {title}
          </h3>
          <p className="sr-only">{words}</p>
        </figcaption>
        <div className="h-64">
          <ResponsiveContainer width="100%" height="100%">
            {children}
          </ResponsiveContainer>
        </div>
      </figure>
    </Card>
  )
}
