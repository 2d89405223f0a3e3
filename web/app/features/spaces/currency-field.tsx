import { NativeSelect } from '#web/ui/native-select.tsx'
import { currencyOptions, setViewerCurrency, useViewerCurrency } from './viewer-currency.ts'

export function CurrencyField() {
  const currency = useViewerCurrency()
  return (
    <div className="flex max-w-88 flex-col gap-1.5 noscript:hidden">
      <NativeSelect
        label="Approximate prices in"
        options={currencyOptions}
        value={currency ?? 'USD'}
        onChange={setViewerCurrency}
      />
      <p className="text-xs text-ink-faint">
        Prices with ≈ are approximate. You pay in the currency of the space.
      </p>
    </div>
  )
}
