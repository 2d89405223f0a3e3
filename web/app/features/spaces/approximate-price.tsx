import { useContext } from 'react'
import { formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { converted, Rates, useViewerCurrency } from './viewer-currency.ts'

/**
 * Shows an amount in the viewer's currency, such as '≈ $50'. Renders nothing if the amount is
 * already in this currency. The server does not know the viewer's currency, so the amount appears
 * after hydration.
 */
export function ApproximatePrice(props: {
  amount: number
  currency: Currency
  unit?: string
  className?: string
}) {
  const { amount, currency, unit, className } = props
  const rates = useContext(Rates)
  const viewers = useViewerCurrency()
  if (!viewers || !rates || viewers === currency || amount === 0) return null
  const text = formatMoney(converted(amount, currency, viewers, rates), viewers, { decimals: 0 })
  return (
    <span className={className}>
      <span aria-hidden>≈ </span>
      <span className="sr-only">about </span>
      {text}
      {unit}
    </span>
  )
}
