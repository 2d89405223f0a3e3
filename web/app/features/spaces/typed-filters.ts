import { casual, type ParsedResult } from 'chrono-node/en'
import {
  firstBookableHour,
  lastBookableHour,
  maximumHours,
  timeOfHour,
} from '@hourspace/domain/booking-hours.ts'
import { currencies, type Currency, isCurrency } from '@hourspace/domain/money.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { localDay } from './local-day.ts'

/** Placeholder for recognized words. Prevents the words around them from becoming one phrase. */
const gap = '|'

const units = {
  hour: String.raw`(?:hours?|hrs?|h)(?!\w)`,
  /** The same units as in the SQL function `understand_search`. */
  people: String.raw`(?:people|persons?|guests?|pax|ppl|attendees|friends|seats|kids|children|adults|students)(?!\w)`,
}

const currencyMarks: Record<string, Currency> = {
  $: 'USD',
  us$: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  '¥': 'JPY',
  yen: 'JPY',
  a$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  s$: 'SGD',
  '₩': 'KRW',
}
const mark = String.raw`((?:us|ca?|a|s)?\$|[€£¥₩]|(?:${currencies.join('|')}|dollars?|euros?|pounds?|yen)(?![a-z]))`

const pricePattern = new RegExp(
  String.raw`(?<![\w.])(under|below|up to|less than|no more than|at most|cheaper than|max(?:imum)?\.?)?\s*` +
    String.raw`${mark}?\s?((?:\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.\d{1,2})?)(?![\d:]|\.\d)\s?${mark}?` +
    String.raw`(\s*(?:/|per|an?)\s*${units.hour})?(\s*(?:max(?:imum)?|or less)(?!\w))?` +
    // Excludes '$2k', and prices per day or per person, because no filter can express them.
    String.raw`(?!\w|\s*(?:/|per\b|pp\b|each\b|an?\s+(?:day|week|month|person|head|guest)\b))`,
  'gi',
)

const lengthPattern = new RegExp(
  String.raw`(?<![\w.:/$€£-]|\b(?:open|in|within|every|after|next|last|per|to|or|than|under|over)\s+|` +
    String.raw`\b(?:least|most|min(?:imum)?\.?|max(?:imum)?\.?)\s+)` +
    String.raw`(for\s+)?(?:(\d{1,2})[ -]?|(?<=for\s+)an?\s+)${units.hour}` +
    String.raw`(?!\s+(?:minimum|notice|before|ago|away|later|and a half)\b)`,
  'gi',
)

const countedPeople = new RegExp(
  String.raw`(?<![\w.,:$€£-])` +
    String.raw`(?:(?:for|up to|at least|(?:more|less|fewer) than|over|under|about|max\.?|min\.?)\s+)?` +
    String.raw`(?:\d{1,5}\s*(?:-|–|to|or)\s*)?(\d{1,5})[ -]?${units.people}`,
  'gi',
)

const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)'

/** A number before one of these words does not count people: 'for 2 to 5 pm', 'for 5 year olds'. */
const notPeople = String.raw`(?:to|until|till|am|pm|[ap]\.m|h|hrs?|hours?|min(?:ute)?s?|days?|nights?|weeks?|months?|years?|yrs?|cars?|tables?|rooms?|degrees?|o'clock|dollars|euros|pounds|${currencies.join('|')}|${month}[a-z]*)(?!\w)`

/** A number of people without a unit, such as 'for 12' or 'group of 12'. */
const uncountedPeople = new RegExp(
  String.raw`(?<!\w)(?:for(?:\s+a)?(?:\s+(?:group|party|team)\s+of)?|(?<=(?:group|party|team)\s+)of)\s+` +
    String.raw`(?!20\d\d(?!\d))(\d{1,5})(?=[,;|]?\s+(?!${notPeople}|[–€$£-])|[,;|]?\s*$)`,
  'gi',
)

const dayWord =
  /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|today|tonight|tomorrow|yesterday|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)|\d{4}-\d|[/.]\d{4}\b/i

/** Abbreviated weekdays that are also words or beginnings of words: 'sun terrace', 'wed…'. */
const ambiguousDay = /^(?:sun|mon|wed)$/i

const noon = /\b(?:noon|midday|12(?::00)?\s?p\.?m)\b/i
const partOfDay = /\b(?:morning|afternoon|evening|night|tonight)\b/i
const clock = /\d\s?[ap]\.?m\b|\d:\d\d/i
/** Texts that are a time only next to a day, because 'from 2' alone may mean something else. */
const clockOfDay = /\bnoon\b|\bmidday\b|\b(?:at|from)\s+\d|\d\s*(?:-|–|to|until|till)\s*\d/i

/**
 * Words directly before a day or an hour which show that it is not the start of a visit ('open
 * until 5 pm') or is part of a name ('Del Mar', where 'Mar' is not March).
 */
const unsuitableBefore =
  /\b(?:after|before|until|till|by|since|opens?|closes?|last|past|every|each|first|second|third|black|good|del)$/i

/**
 * Texts that begin with a day or month but do not name a single day: 'Monday’s', 'Friday Harbor',
 * 'Thu Duc', 'Mar Vista', 'sat & sun', 'friday 13th'.
 */
const noDay = new RegExp(
  String.raw`^(?:[a-z]+['’]s\b|mar\s+(?:vista|del?)\b|may\s+(?:fair|pen)\b|` +
    String.raw`sun\s+(?:valley|city|prairie)\b|` +
    String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?` +
    String.raw`(?:\s+(?:harbou?r|duc|dau mot)\b|\s*(?:[/&-]|and|or)\s*sun\b|` +
    String.raw`\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?=\s|$)))`,
  'i',
)

/** A date that the parser wrongly splits before its month: '6 | december 10-12'. */
const splitDate = new RegExp(String.raw`\d(?:st|nd|rd|th)?(?:\s+of)?\s+\|${month}`, 'i')

/**
 * Parses dates and times, but no time zones, because abbreviations of time zones are also words:
 * '2pm art studio', '5pm east london'.
 */
const parser = casual.clone()
parser.refiners = parser.refiners.filter((refiner) => !('timezoneOverrides' in refiner))

type Time = ParsedResult['start']

type Clock = { hour: number; hours: number | undefined }

/** Dates with a leading zero, such as 'dec 05', '05 december', '2026-12-05' and '05/12/2026'. */
const paddedDate = new RegExp(
  String.raw`\b${month}[a-z]*\.?\s+0\d(?![\d:])|\b0\d(?:st|nd|rd|th)?(?:\s+of)?\s+${month}|` +
    String.raw`\d{4}-\d\d-\d\d|\d\d?[/.]\d\d?[/.]\d{4}`,
  'gi',
)

/** Returns true if the text has an hour of a 24-hour clock, such as '07:00' or '8 to 22'. */
function is24HourClock({ start, end, text }: ParsedResult): boolean {
  if (/\d\s?[ap]\.?m\b/i.test(text)) return false
  const isLate = (time: Time) => time.isCertain('meridiem') && (time.get('hour') ?? 0) > 12
  return (
    /(?<![:\d])0\d/.test(text.replaceAll(paddedDate, gap)) ||
    isLate(start) ||
    Boolean(end && isLate(end))
  )
}

/**
 * Returns the start and length in whole hours; null if the text names no full hour. Without AM or
 * PM, an hour before `firstBookableHour` means PM.
 */
function clockOf(result: ParsedResult): Clock | null {
  const { start, end, text } = result
  const isClear = clock.test(text) || (dayWord.test(text) && clockOfDay.test(text))
  if (!isClear || !(start.isCertain('hour') || noon.test(text))) return null
  if (/\b(?:after|before|by)\b/i.test(text)) return null
  const is24Hour = is24HourClock(result)
  const isVague = (time: Time) => {
    if (is24Hour || time.get('hour') === 0) return false
    // The parser reads 12 without AM or PM as noon.
    return time.get('hour') === 12 ? !noon.test(text) : !time.isCertain('meridiem')
  }
  const isVagueStart = isVague(start) && !partOfDay.test(text)
  const isVagueEnd = Boolean(end && isVague(end))
  const hourOf = (time: Time, mayBePm: boolean) => {
    const hour = time.get('hour') ?? 0
    return mayBePm && hour < firstBookableHour ? hour + 12 : hour
  }
  let hour = hourOf(start, isVagueStart)
  let until = end?.isCertain('hour') ? hourOf(end, isVagueEnd) : undefined
  // A booking of more than 12 hours is unlikely, so one hour without AM or PM moves by 12 hours. If
  // both lack AM or PM, the start moves if both were read as PM: '8 to 5' is 8 AM to 5 PM.
  // Otherwise the end moves: '6 to 10' is 6 to 10 PM.
  if (until !== undefined && hoursBetween(hour, until) > 12) {
    if (isVagueStart && (!isVagueEnd || (hour > 12 && until >= 12))) hour = (hour + 12) % 24
    else if (isVagueEnd) until += 12
  }
  if (start.get('minute') || hour > 23) return null
  const hours = until === undefined || end?.get('minute') ? 24 : hoursBetween(hour, until)
  return { hour, hours: hours < 24 ? hours : undefined }
}

/** Returns the hours from one hour of the day until the other: 24 if they are equal. */
const hoursBetween = (start: number, end: number) => ((end - start + 23) % 24) + 1

/**
 * Returns the next day (YYYY-MM-DD) that the text names. This can be today if it is not yet `hour`.
 */
function dayOf({ start, end, text }: ParsedResult, hour: number, now: Date): string | null {
  if (!dayWord.test(text) || ambiguousDay.test(text.trim()) || /\b(?:last|past)\b/i.test(text))
    return null
  const isTodayLate = now.getHours() >= hour
  const weekday = start.isCertain('weekday') && !start.isCertain('day') && start.get('weekday')
  // 'friday 13' may not mean the next Friday. 'mon-fri' means several days.
  const isOfDays = end?.isCertain('weekday') && !start.isCertain('hour')
  if (typeof weekday === 'number' && (isOfDays || /^[a-z]+ \d+$/i.test(text))) return null
  if (typeof weekday === 'number' && !/\bnext\b/i.test(text)) {
    const ahead = (weekday - now.getDay() + 7) % 7
    return localDay(ahead === 0 && isTodayLate ? 7 : ahead, now)
  }
  if (!weekday && !(start.isCertain('day') && start.isCertain('month'))) return null
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
  const two = (part: number | null) => String(part).padStart(2, '0')
  const ofYear = `-${two(month)}-${two(day)}`
  const today = localDay(0, now)
  // The parser reads today's date as the date of the next year.
  if (!start.isCertain('year') && today.endsWith(ofYear)) return isTodayLate ? null : today
  const date = `${year}${ofYear}`
  const isPast = date < today || (date === today && isTodayLate)
  return isPast || date > localDay(365, now) ? null : date
}

/** Finds a day and a time in the text, which can be apart. `rest` is the text without them. */
function takeTime(text: string, chosen: SpacesQuery, now: Date): { rest: string } & SpacesQuery {
  const readable = text.replace(
    /\bbetween\s+(\d{1,2}(?::\d\d)?\s?(?:[ap]m)?)\s+and\s+(?=\d)/gi,
    'from $1 to ',
  )
  const results = parser
    .parse(readable, now, { forwardDate: true })
    .filter(
      ({ index, text }) =>
        !unsuitableBefore.test(readable.slice(0, index).trimEnd()) &&
        !splitDate.test(`${readable.slice(0, index)}|${text}`) &&
        !noDay.test(readable.slice(index + text.search(/\S+$/))),
    )
  const timed = results.find((result) => clockOf(result))
  const time = timed && clockOf(timed)
  const latest = time?.hour ?? lastBookableHour
  const [dated, otherDay] = results.filter((result) => dayOf(result, latest, now))
  if (otherDay) return { rest: text }
  const date = dated && dayOf(dated, latest, now)
  // A time that belongs to an unusable day, as in 'yesterday 2 pm', must not become a filter.
  const isTimed = time && (timed === dated || !dayWord.test(timed.text))
  if (!date && !isTimed) return { rest: text }

  let rest = readable
  for (const result of results.toReversed()) {
    if (result !== dated && !(isTimed && result === timed)) continue
    const end = result.index + result.text.length
    rest = rest.slice(0, result.index) + gap + rest.slice(end)
  }
  return {
    rest,
    date: date ?? chosen.date ?? localDay(now.getHours() >= latest ? 1 : 0, now),
    ...(isTimed && { from: timeOfHour(time.hour) }),
    ...(isTimed && time.hours && { hours: String(time.hours) }),
  }
}

/** Removes the recognized words, and prepositions and punctuation that belonged to them. */
function remaining(text: string): string {
  const joining = String.raw`(?:\b(?:on|at|for|from|with|and|in)\b|[,;·-])`
  return text
    .replaceAll(new RegExp(String.raw`(?:${joining}\s*)*\|(?:\s*[,;·|-])*`, 'gi'), ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Parses the filters in a search text such as 'loft berlin saturday 2pm for 12 people under $100'.
 * Returns the filters, and the other words as `q`; null if the text contains no filter. `chosen`
 * are the filters already set. If the text has a time but no date, the date of `chosen` is used.
 * The number of hours of `chosen` converts a price per hour into a total.
 */
export function typedFilters(
  text: string,
  chosen: SpacesQuery = {},
  now = new Date(),
): SpacesQuery | null {
  const found: SpacesQuery = {}
  let price: { amount: number; currency: Currency; isHourly: boolean } | undefined

  let rest = text
    .replaceAll(gap, ' ')
    .replaceAll(pricePattern, (words, limit, before, amount, after, hourly, limitAfter) => {
      const currency = currencyOf(before) ?? currencyOf(after)
      if (price || !currency || !(limit || limitAfter)) return words
      const value = Number(amount.replaceAll(',', ''))
      price = { amount: value, currency, isHourly: Boolean(hourly) }
      return gap
    })
    .replaceAll(lengthPattern, (words, isFor, digits = '1') => {
      const hours = Number(digits)
      // '24 hours' without 'for' usually describes opening hours, not the length of a booking.
      const most = isFor ? maximumHours : maximumHours / 2
      if (found.hours || hours < 1 || hours > most) return words
      found.hours = String(hours)
      return gap
    })
  for (const pattern of [countedPeople, uncountedPeople]) {
    rest = rest.replaceAll(pattern, (words, people) => {
      if (found.guests || Number(people) < 1 || Number(people) > 10_000) return words
      found.guests = String(Number(people))
      return gap
    })
  }
  const { rest: words, ...time } = takeTime(rest, chosen, now)
  Object.assign(found, { ...time, ...found })

  if (price) {
    const { amount, currency, isHourly } = price
    const hours = isHourly ? Number(found.hours ?? chosen.hours ?? 1) : 1
    found.max = String(Number((amount * hours).toFixed(2)))
    found.currency = currency
  }
  if (Object.keys(found).length === 0) return null
  return { ...found, q: remaining(words) || undefined }
}

function currencyOf(written: string | undefined): Currency | undefined {
  const code = written?.toUpperCase()
  return isCurrency(code) ? code : currencyMarks[written?.toLowerCase() ?? '']
}
