import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from './client.ts'

/**
 * US dollars for one unit of each currency. The rates are approximate and never used for charges.
 */
export type ExchangeRates = Record<Currency, number>

export async function exchangeRates(client: Client): Promise<ExchangeRates> {
  const { data } = await client
    .from('exchange_rates')
    .select('currency, usd_per_unit')
    .throwOnError()
  return Object.fromEntries(
    data.map(({ currency, usd_per_unit }) => [currency, Number(usd_per_unit)]),
  ) as ExchangeRates
}
