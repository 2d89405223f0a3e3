type CalendarEntry = {
  title: string
  startsAt: Date
  endsAt: Date
  location: string
  description: string
}

/** Formats an instant as 20261128T130000Z, the form of iCalendar and Google Calendar. */
const compact = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

export function googleCalendarUrl({
  title,
  startsAt,
  endsAt,
  location,
  description,
}: CalendarEntry) {
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    location,
    details: description,
  })}`
}

export function outlookCalendarUrl({
  title,
  startsAt,
  endsAt,
  location,
  description,
}: CalendarEntry) {
  return `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams({
    rru: 'addevent',
    subject: title,
    startdt: startsAt.toISOString(),
    enddt: endsAt.toISOString(),
    location,
    body: description,
  })}`
}
