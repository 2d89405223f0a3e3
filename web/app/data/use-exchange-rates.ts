import { useRouteLoaderData } from 'react-router'
import type { ExchangeRates } from './exchange-rates.ts'

/** Returns the exchange rates that the shell route loaded; null if they failed to load. */
export function useExchangeRates(): ExchangeRates | null {
  return useRouteLoaderData<{ rates: ExchangeRates | null }>('routes/shell/route')?.rates ?? null
}
