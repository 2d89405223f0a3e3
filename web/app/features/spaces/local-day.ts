/** Returns a calendar day (YYYY-MM-DD) relative to today in the viewer's time zone. */
export function localDay(days: number, now = new Date()): string {
  const day = new Date(now)
  day.setDate(day.getDate() + days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
