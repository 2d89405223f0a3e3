import { formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { cx } from './cx.ts'

/** A decimal amount of money, with an optional unit such as `/hr`. */
export function Price(props: {
  amount: number | string
  currency: Currency
  decimals?: number
  unit?: string
  className?: string
}) {
  const { amount, currency, decimals, unit, className } = props
  return (
    <span className={cx('price', className)}>
      {formatMoney(amount, currency, decimals === undefined ? {} : { decimals })}
      {unit && <span>{unit}</span>}
    </span>
  )
}
