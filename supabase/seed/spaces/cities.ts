import type { Currency } from '@hourspace/domain/money.ts'

type City = {
  country: string
  currency: Currency
  timeZone: string
}

const us = (timeZone: string): City => ({ country: 'United States', currency: 'USD', timeZone })

/** Demo cities. Cities in countries without a supported currency use US dollars. */
export const cities = {
  'New York': us('America/New_York'),
  'Los Angeles': us('America/Los_Angeles'),
  Chicago: us('America/Chicago'),
  Houston: us('America/Chicago'),
  Phoenix: us('America/Phoenix'),
  Philadelphia: us('America/New_York'),
  'San Antonio': us('America/Chicago'),
  'San Diego': us('America/Los_Angeles'),
  Dallas: us('America/Chicago'),
  'San Jose': us('America/Los_Angeles'),
  Tampa: us('America/New_York'),
  Toronto: { country: 'Canada', currency: 'CAD', timeZone: 'America/Toronto' },
  'Mexico City': { country: 'Mexico', currency: 'USD', timeZone: 'America/Mexico_City' },
  'Sao Paulo': { country: 'Brazil', currency: 'USD', timeZone: 'America/Sao_Paulo' },
  London: { country: 'United Kingdom', currency: 'GBP', timeZone: 'Europe/London' },
  Paris: { country: 'France', currency: 'EUR', timeZone: 'Europe/Paris' },
  Berlin: { country: 'Germany', currency: 'EUR', timeZone: 'Europe/Berlin' },
  Amsterdam: { country: 'Netherlands', currency: 'EUR', timeZone: 'Europe/Amsterdam' },
  Barcelona: { country: 'Spain', currency: 'EUR', timeZone: 'Europe/Madrid' },
  Athens: { country: 'Greece', currency: 'EUR', timeZone: 'Europe/Athens' },
  Dubai: { country: 'United Arab Emirates', currency: 'AED', timeZone: 'Asia/Dubai' },
  Tokyo: { country: 'Japan', currency: 'JPY', timeZone: 'Asia/Tokyo' },
  Seoul: { country: 'South Korea', currency: 'KRW', timeZone: 'Asia/Seoul' },
  Shanghai: { country: 'China', currency: 'USD', timeZone: 'Asia/Shanghai' },
  'Hong Kong': { country: 'Hong Kong', currency: 'USD', timeZone: 'Asia/Hong_Kong' },
  Singapore: { country: 'Singapore', currency: 'SGD', timeZone: 'Asia/Singapore' },
  Bangkok: { country: 'Thailand', currency: 'USD', timeZone: 'Asia/Bangkok' },
  Mumbai: { country: 'India', currency: 'USD', timeZone: 'Asia/Kolkata' },
  Jakarta: { country: 'Indonesia', currency: 'USD', timeZone: 'Asia/Jakarta' },
  Bali: { country: 'Indonesia', currency: 'USD', timeZone: 'Asia/Makassar' },
  Sydney: { country: 'Australia', currency: 'AUD', timeZone: 'Australia/Sydney' },
  Melbourne: { country: 'Australia', currency: 'AUD', timeZone: 'Australia/Melbourne' },
} satisfies Record<string, City>

export type CityName = keyof typeof cities
