import { data, redirect } from 'react-router'
import { addDays } from '@hourspace/domain/slots.ts'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { hostResponse } from '#web/data/hosts.ts'
import {
  aspectRatings,
  findHost,
  findSpace,
  latestReviews,
  reviewCounts,
  similarSpaces,
  spaceExtras,
} from '#web/data/space-details.ts'
import { slotsOfDays } from '#web/data/slots.ts'
import { withNextFree } from '#web/features/spaces/load-spaces.ts'
import { spaceNotFound } from '#web/lib/errors.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import { languageName } from '#web/lib/languages.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf } from '#web/lib/times.ts'
import { lastDayOf } from './booking-rules.ts'
import { weekStart } from './grid-cells.ts'
import { requestedTime } from './requested-time.ts'
import { structuredSpace } from './space-structured.ts'

/**
 * Loads a space page. Throws a 404 response, or redirects from a space's id to its slug. `search`
 * is the query of the URL, which the redirect keeps.
 */
export async function loadSpace(idOrSlug: string, search: string) {
  const client = serverClient()
  const space = await findSpace(client, idOrSlug)
  if (!space) throw data(spaceNotFound, { status: 404 })
  if (space.slug && isUuid(idOrSlug)) throw redirect(paths.space(space.slug) + search, 301)

  const renderedAt = new Date()
  const today = dateOf(renderedAt, space.time_zone)
  const thisWeek = weekStart(today)
  const nextWeek = addDays(thisWeek, 7)
  const requested = requestedTime(search, {
    today,
    lastDay: lastDayOf(space, today),
    minimumHours: space.minimum_hours,
    maximumHours: space.maximum_hours,
  })
  const day = requested?.date ?? null
  const week = day && weekStart(day)
  const hours = requested?.hours ?? space.minimum_hours
  const [host, response, slots, slotsOfWeek, reviews, ratings, aspects, extras, similar] =
    await Promise.all([
      findHost(client, space.user_id),
      hostResponse(client, space.user_id),
      slotsOfDays(client, space.id, { from: thisWeek, to: addDays(nextWeek, 6), hours }),
      week && week > nextWeek
        ? slotsOfDays(client, space.id, { from: week, to: addDays(week, 6), hours })
        : null,
      latestReviews(client, space.id),
      reviewCounts(client, space.id),
      aspectRatings(client, space.id),
      spaceExtras(client, space.id),
      similarSpaces(client, space.id).then((spaces) => withNextFree(client, spaces)),
    ])
  const path = paths.space(space)
  return {
    space,
    host,
    response,
    languages: (host?.languages ?? []).map(languageName),
    /**
     * The slots of this week, the next week and the week of the day in the URL. They fit a booking
     * of `hours`: the duration in the URL, or the shortest allowed duration.
     */
    slots: {
      hours,
      weeks: {
        [thisWeek]: slots.filter(({ date }) => date < nextWeek),
        [nextWeek]: slots.filter(({ date }) => date >= nextWeek),
        ...(week && slotsOfWeek && { [week]: slotsOfWeek }),
      },
    },
    reviews,
    ratings,
    aspects,
    extras,
    similar,
    renderedAt,
    thisWeek,
    /**
     * `firstDay` is the day in the URL, or the first loaded day that has a free start; null if there
     * is none.
     */
    firstDay: day ?? slots.find(({ state }) => state === 'free')?.date ?? null,
    path,
    structured: structuredSpace(space, {
      url: `${publicEnvironment().siteUrl}${path}`,
      today,
      reviews,
    }),
  }
}
