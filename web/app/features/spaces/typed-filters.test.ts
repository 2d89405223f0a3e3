import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { typedFilters } from './typed-filters.ts'

/** Friday, November 27, 2026, 4:40 PM. */
const now = new Date(2026, 10, 27, 16, 40)

const sat = '2026-11-28'

describe('filters in a search text', () => {
  const cases: [text: string, filters: SpacesQuery, chosen?: SpacesQuery][] = [
    [
      'loft berlin saturday 2pm for 12 people under $100',
      { q: 'loft berlin', date: sat, from: '14:00', guests: '12', max: '100', currency: 'USD' },
    ],
    [
      'loft berlin for 12 people for 3 hours under $100 on saturday at 2pm',
      {
        q: 'loft berlin',
        date: sat,
        from: '14:00',
        hours: '3',
        guests: '12',
        max: '100',
        currency: 'USD',
      },
    ],
    ['Sat, Dec 5, 2 PM', { date: '2026-12-05', from: '14:00' }],
    // Ranges
    ['saturday 2 to 5 pm loft', { q: 'loft', date: sat, from: '14:00', hours: '3' }],
    ['sat 2-5pm', { date: sat, from: '14:00', hours: '3' }],
    ['from 2 to 5 pm on saturday', { date: sat, from: '14:00', hours: '3' }],
    ['saturday between 2 and 5 pm', { date: sat, from: '14:00', hours: '3' }],
    ['saturday 11 to 2pm', { date: sat, from: '11:00', hours: '3' }],
    ['saturday 10 to 2', { date: sat, from: '10:00', hours: '4' }],
    ['saturday 9 to 5', { date: sat, from: '09:00', hours: '8' }],
    ['saturday 14:00-17:00', { date: sat, from: '14:00', hours: '3' }],
    ['saturday 9pm to 1am', { date: sat, from: '21:00', hours: '4' }],
    ['saturday 9pm to midnight', { date: sat, from: '21:00', hours: '3' }],
    ['saturday noon to 3pm', { date: sat, from: '12:00', hours: '3' }],
    ['saturday 2pm-4:30pm', { date: sat, from: '14:00' }],
    // Ranges with an hour without AM or PM
    ['saturday 6am to 8', { date: sat, from: '06:00', hours: '2' }],
    ['saturday 7 to 9 am', { date: sat, from: '07:00', hours: '2' }],
    ['saturday 6 to 10', { date: sat, from: '18:00', hours: '4' }],
    ['saturday 8 to 12', { date: sat, from: '08:00', hours: '4' }],
    ['saturday 8 to 5', { date: sat, from: '08:00', hours: '9' }],
    ['saturday 9 to 9pm', { date: sat, from: '09:00', hours: '12' }],
    ['saturday 10 to 6am', { date: sat, from: '22:00', hours: '8' }],
    ['saturday 10pm to 8', { date: sat, from: '22:00', hours: '10' }],
    ['saturday 10:00-2:00', { date: sat, from: '10:00', hours: '4' }],
    ['saturday 8pm to 12', { date: sat, from: '20:00', hours: '4' }],
    ['saturday 12 to 12', { date: sat, from: '12:00', hours: '12' }],
    ['saturday 10am to midnight', { date: sat, from: '10:00', hours: '14' }],
    ['saturday morning 6 to 8', { date: sat, from: '06:00', hours: '2' }],
    ['tonight 10 to 2', { date: '2026-11-27', from: '22:00', hours: '4' }],
    ['tonight 8 to 12', { date: '2026-11-27', from: '20:00', hours: '4' }],
    ['saturday 06:00-20:00', { date: sat, from: '06:00', hours: '14' }],
    ['saturday 8 to 22', { date: sat, from: '08:00', hours: '14' }],
    ['saturday 02 to 05', { date: sat, from: '02:00', hours: '3' }],
    // A leading zero of the date does not mean a 24-hour clock.
    ['dec 5 2 to 5', { date: '2026-12-05', from: '14:00', hours: '3' }],
    ['dec 05 2 to 5', { date: '2026-12-05', from: '14:00', hours: '3' }],
    ['05 december from 2 to 5', { date: '2026-12-05', from: '14:00', hours: '3' }],
    ['2026-12-05 2 to 5', { date: '2026-12-05', from: '14:00', hours: '3' }],
    ['12/05/2026 2 to 5', { date: '2026-12-05', from: '14:00', hours: '3' }],
    ['dec 05 02:00-05:00', { date: '2026-12-05', from: '02:00', hours: '3' }],
    ['5 dec 08:00', { date: '2026-12-05', from: '08:00' }],
    ['5 dec 08:00-10:00', { date: '2026-12-05', from: '08:00', hours: '2' }],
    // Days
    ['tonight', { date: '2026-11-27' }],
    ['dinner tonight at 8', { q: 'dinner', date: '2026-11-27', from: '20:00' }],
    ['today 7pm', { date: '2026-11-27', from: '19:00' }],
    ['studio tomorrow afternoon', { q: 'studio', date: sat }],
    ['tomorrow', { date: sat }],
    ['friday', { date: '2026-11-27' }],
    ['friday 6pm', { date: '2026-11-27', from: '18:00' }],
    ['friday 9am', { date: '2026-12-04', from: '09:00' }],
    ['next saturday', { date: '2026-12-05' }],
    ['sun 3pm', { date: '2026-11-29', from: '15:00' }],
    ['on sun', { date: '2026-11-29' }],
    ['paris dec 5', { q: 'paris', date: '2026-12-05' }],
    ['5 december paris', { q: 'paris', date: '2026-12-05' }],
    ['may 2', { date: '2027-05-02' }],
    ['5 mar paris', { q: 'paris', date: '2027-03-05' }],
    ['nov 27 6pm', { date: '2026-11-27', from: '18:00' }],
    ['2026-12-05 14:00', { date: '2026-12-05', from: '14:00' }],
    // Times
    ['loft 2pm', { q: 'loft', date: sat, from: '14:00' }],
    ['loft 6 pm', { q: 'loft', date: '2026-11-27', from: '18:00' }],
    ['loft 2pm', { q: 'loft', date: '2026-12-24', from: '14:00' }, { date: '2026-12-24' }],
    ['saturday at 2', { date: sat, from: '14:00' }],
    ['saturday 2:30pm', { date: sat }],
    ['saturday 8am', { date: sat, from: '08:00' }],
    ['saturday 11pm to 3am', { date: sat, from: '23:00', hours: '4' }],
    ['saturday 07:00', { date: sat, from: '07:00' }],
    ['saturday 10pm', { date: sat, from: '22:00' }],
    ['saturday after 2pm', { date: sat }],
    // Abbreviations of time zones that are also words
    ['saturday 2pm art studio', { q: 'art studio', date: sat, from: '14:00' }],
    ['5pm east london', { q: 'east london', date: '2026-11-27', from: '17:00' }],
    // Lengths
    ['podcast for 3 hours', { q: 'podcast', hours: '3' }],
    ['podcast 2h', { q: 'podcast', hours: '2' }],
    ['podcast for an hour', { q: 'podcast', hours: '1' }],
    ['podcast for 24 hours', { q: 'podcast', hours: '24' }],
    [
      'podcast saturday for 3 hours from 2pm',
      { q: 'podcast', date: sat, from: '14:00', hours: '3' },
    ],
    // People
    ['meeting room for 12', { q: 'meeting room', guests: '12' }],
    ['studio for 2 to 5 pm', { q: 'studio', date: sat, from: '14:00', hours: '3' }],
    ['studio for 12 december', { q: 'studio', date: '2026-12-12' }],
    ['for 12 saturday 2pm', { date: sat, from: '14:00', guests: '12' }],
    ['loft 12 guests', { q: 'loft', guests: '12' }],
    ['loft, 12 persons, berlin', { q: 'loft berlin', guests: '12' }],
    ['20 pax rooftop', { q: 'rooftop', guests: '20' }],
    ['loft for up to 30 people', { q: 'loft', guests: '30' }],
    ['loft 5-10 people', { q: 'loft', guests: '10' }],
    ['workshop for a group of 8', { q: 'workshop', guests: '8' }],
    ['more than 20 people loft', { q: 'loft', guests: '20' }],
    ['birthday party of 15', { q: 'birthday party', guests: '15' }],
    // Prices
    ['studio under $100', { q: 'studio', max: '100', currency: 'USD' }],
    ['studio up to 80 €', { q: 'studio', max: '80', currency: 'EUR' }],
    ['studio max 50 usd', { q: 'studio', max: '50', currency: 'USD' }],
    ['studio max. 50 euros berlin', { q: 'studio berlin', max: '50', currency: 'EUR' }],
    ['below £40.50', { max: '40.5', currency: 'GBP' }],
    ['up to $1,000.50', { max: '1000.5', currency: 'USD' }],
    ['less than ¥10,000', { max: '10000', currency: 'JPY' }],
    ['studio $60 max', { q: 'studio', max: '60', currency: 'USD' }],
    ['under $50 per hour', { max: '50', currency: 'USD' }],
    ['2 hours under $50/hr', { hours: '2', max: '100', currency: 'USD' }],
    ['under $50 an hour', { max: '150', currency: 'USD' }, { hours: '3' }],
  ]
  test.each(cases)('typedFilters finds the filters in "%s"', (text, filters, chosen) => {
    expect(typedFilters(text, chosen, now)).toEqual({ q: undefined, ...filters })
  })
})

const searchPhrases = readFileSync(
  new URL('../../../../supabase/tests/fixtures/search-phrases.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t')[0] ?? '')
  .filter((phrase) => !/\d|saturday/.test(phrase))

test.each([
  ...searchPhrases,
  'studio 54',
  'maybe',
  'may',
  'march',
  'march hall',
  'august',
  'sun terrace',
  'sun deck',
  'mon',
  'wed',
  'wedding',
  'saturn hall',
  'second floor',
  '1st floor',
  '5th avenue',
  'open 24 hours',
  '24/7 studio',
  '24 hour access',
  'suite 3',
  'room 101',
  '3d printing',
  '1/2 price',
  '1990s loft',
  '2020 vision',
  '100 m2 loft',
  '16:9 video wall',
  'loft 12',
  'under the bridge',
  'max studio',
  'up to 80',
  'for rent',
  'this weekend',
  'next week',
  'last friday',
  'yesterday',
  'yesterday 2pm',
  'today 9am',
  'day after tomorrow',
  'dec 5 2019',
  'dec 5 2028',
  'open until 5pm',
  'studio 9 to 5',
  'price per hour',
  'high noon studio',
  'now',
  // Several days, or names that contain a weekday
  'saturday and sunday',
  'sat & sun',
  'monday to friday',
  'today or tomorrow',
  'every saturday',
  'first friday art',
  'friday the 13th',
  'friday 13',
  'black friday',
  'sunday 6 december 10-12',
  // Names
  'Friday Harbor',
  'thu duc loft',
  'loft 10 mar vista',
  'mar del plata 10',
  '2 mar del plata',
  'del mar 10',
  '10 may fair',
  '10 sun valley',
  'Monday’s',
  // Durations that are not of the booking, or not in whole hours.
  '1/2 hour',
  'for an hour and a half',
  'for 2 to 3 hours',
  'less than 2 hours',
  'minimum 2 hours',
  // Numbers that do not count people.
  'for 18 year olds',
  'for 5 min',
  'parking for 2 cars',
  'for 2027',
  // Prices that are not hourly.
  'under $2k',
  'under $1.5k',
  'under $100/day',
  'under $20 per person',
])('typedFilters finds no filter in %s', (text) => {
  expect(typedFilters(text, {}, now)).toBeNull()
})

test('typedFilters ignores today’s date after the last possible start of the day', () => {
  expect(typedFilters('nov 27', {}, new Date(2026, 10, 27, 20, 59))?.date).toBe('2026-11-27')
  expect(typedFilters('nov 27', {}, new Date(2026, 10, 27, 21, 0))).toBeNull()
})

test('the name of today’s weekday selects today while a booking can still start today, and afterwards the same weekday a week later', () => {
  expect(typedFilters('friday', {}, new Date(2026, 10, 27, 20, 59))?.date).toBe('2026-11-27')
  expect(typedFilters('friday', {}, new Date(2026, 10, 27, 21, 0))?.date).toBe('2026-12-04')
})
