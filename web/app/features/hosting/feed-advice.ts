const advice: Record<string, string> = {
  feed_url_invalid: 'It now redirects to an invalid address. Remove it and add its new link.',
  feed_not_public: 'Its address is not on the public internet.',
  feed_unreachable:
    'Its server can’t be reached. We try again; check whether the link still works.',
  feed_timeout: 'Its server took too long to answer. We try again.',
  feed_not_found: 'Its link no longer works. Copy the link from the calendar again and add it.',
  feed_forbidden: 'It is no longer shared. Share it, or add its secret address in iCal format.',
  feed_failed: 'Its server answered with an error. We try again.',
  feed_too_large: 'It is larger than 2 MB. Import a calendar with fewer past events.',
  feed_not_calendar: 'Its link leads to a page. Copy the address in iCal format and add it.',
  feed_unreadable: 'One of its events has an invalid time. Correct or delete the event.',
  feed_too_many_events: 'It has more than 5,000 events in 13 months.',
  feed_too_many_redirects: 'Its address redirects too often.',
}

/** Returns why an imported calendar cannot be read and what the host can do. */
export function feedAdvice(code: string): string {
  return advice[code] ?? 'We try again.'
}
