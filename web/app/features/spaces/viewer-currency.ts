import { createContext, useSyncExternalStore } from 'react'
import { currencies, type Currency, isCurrency } from '@hourspace/domain/money.ts'
import type { ExchangeRates } from '#web/data/exchange-rates.ts'

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
  const region = new Intl.Locale(language).maximize().region ?? 'US'
  return byRegion[region] ?? (euroRegions.split(' ').includes(region) ? 'EUR' : 'USD')
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function read(): Currency {
  const stored = localStorage.getItem(storageKey)
  return isCurrency(stored) ? stored : currencyOfLanguage(navigator.language)
}

/** Returns the currency of the viewer's approximate prices; null until hydration. */
export function useViewerCurrency(): Currency | null {
  return useSyncExternalStore<Currency | null>(subscribe, read, () => null)
}

export function setViewerCurrency(currency: string): void {
  if (!isCurrency(currency)) return
  localStorage.setItem(storageKey, currency)
  for (const notify of listeners) notify()
}

export function converted(amount: number, from: Currency, to: Currency, rates: ExchangeRates) {
  return (amount * rates[from]) / rates[to]
}

const names = new Intl.DisplayNames('en-US', { type: 'currency' })

export const currencyOptions = currencies.map((id) => ({ id, label: `${id} · ${names.of(id)}` }))
