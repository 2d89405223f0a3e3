import { createContext, useDeferredValue, useSyncExternalStore } from 'react'
import { currencies, type Currency, isCurrency } from '@hourspace/domain/money.ts'
import type { ExchangeRates } from '#web/data/exchange-rates.ts'
import { onStorageChange, readText, storeText } from '#web/lib/local-storage.ts'
import { regionOfLanguage } from '#web/lib/region-of-language.ts'

/** Exchange rates for approximate prices. The rates are null if they failed to load. */
export const Rates = createContext<ExchangeRates | null>(null)

const storageKey = 'hourspace-currency'

/** Currencies other than the euro, by ISO 3166 region. The default is the US dollar. */
const byRegion: Partial<Record<string, Currency>> = {
  GB: 'GBP',
  JP: 'JPY',
  AU: 'AUD',
  CA: 'CAD',
  SG: 'SGD',
  KR: 'KRW',
  AE: 'AED',
}

const euroRegions = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA'

/** Returns the currency of a browser language such as `de-AT`. */
export function currencyOfLanguage(language: string): Currency {
  const region = regionOfLanguage(language) ?? 'US'
  return byRegion[region] ?? (euroRegions.split(' ').includes(region) ? 'EUR' : 'USD')
}

let browserCurrency: Currency | undefined

/** Returns the viewer's currency, or null on the server. */
function read(): Currency | null {
  if (typeof window === 'undefined') return null
  const stored = readText(storageKey)
  if (isCurrency(stored)) return stored
  return (browserCurrency ??= currencyOfLanguage(navigator.language))
}

/**
 * Returns the currency of the viewer's approximate prices; null on the server and in the first
 * rendering. The value is deferred, because rendering all cards again at once would block input.
 */
export function useViewerCurrency(): Currency | null {
  return useDeferredValue(useSyncExternalStore(onStorageChange, read, read), null)
}

export function setViewerCurrency(currency: string): void {
  if (!isCurrency(currency)) return
  storeText(storageKey, currency)
}

export function converted(amount: number, from: Currency, to: Currency, rates: ExchangeRates) {
  return (amount * rates[from]) / rates[to]
}

/** English names of the currencies. Does not use Intl.DisplayNames, because it delays hydration. */
const names: Record<Currency, string> = {
  USD: 'US Dollar',
  EUR: 'Euro',
  GBP: 'British Pound',
  JPY: 'Japanese Yen',
  AUD: 'Australian Dollar',
  CAD: 'Canadian Dollar',
  SGD: 'Singapore Dollar',
  KRW: 'South Korean Won',
  AED: 'UAE Dirham',
}

export const currencyOptions = currencies.map((id) => ({ id, label: `${id} · ${names[id]}` }))
