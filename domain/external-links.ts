type CalendarEntry = {
  title: string
  startsAt: Date
  endsAt: Date
  location: string
  description: string
}

/**
 * Returns a URL that opens directions in the Google Maps app or on its website.
 * https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export function directionsUrl(destination: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}

/** Formats an instant as 20261128T130000Z, the form of iCalendar and Google Calendar. */
const compact = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/** Returns a URL that opens Google Calendar with a new entry. */
export function googleCalendarUrl(entry: CalendarEntry): string {
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${compact(entry.startsAt)}/${compact(entry.endsAt)}`,
    location: entry.location,
    details: entry.description,
  })}`
}

/** Returns a URL that opens Outlook's calendar with a new entry. */
export function outlookCalendarUrl(entry: CalendarEntry): string {
  return `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams({
    rru: 'addevent',
    subject: entry.title,
    startdt: entry.startsAt.toISOString(),
    enddt: entry.endsAt.toISOString(),
    location: entry.location,
    body: entry.description,
  })}`
}
