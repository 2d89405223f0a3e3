import { data, redirect } from 'react-router'
import { todayIn } from '@hourspace/domain/slots.ts'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import {
  findHost,
  findSpace,
  isSpaceId,
  latestReviews,
  reviewCounts,
  similarSpaces,
  spaceExtras,
} from '#web/data/space-details.ts'
import { takenTimes } from '#web/data/taken-times.ts'
import { languageName } from '#web/lib/languages.ts'
import { paths } from '#web/lib/paths.ts'
import { firstFreeDay, weekBounds, weekStart } from './grid-cells.ts'
import { structuredSpace } from './space-structured.ts'

/** Number of weeks whose taken times are loaded with the page. */
const loadedWeeks = 2

/** Loads a space page. Throws a 404 response, or a redirect to the slug if called with an id. */
export async function loadSpace(idOrSlug: string) {
  const client = serverClient()
  const space = await findSpace(client, idOrSlug)
  if (!space) throw data('Space not found', { status: 404 })
  if (space.slug && isSpaceId(idOrSlug)) throw redirect(paths.space(space.slug), 301)

  const renderedAt = new Date()
  const today = todayIn(space.time_zone, renderedAt)
  const thisWeek = weekStart(today)
  const [host, taken, reviews, ratings, extras, similar] = await Promise.all([
    findHost(client, space.user_id),
    takenTimes(client, space.id, weekBounds(thisWeek, space.time_zone, loadedWeeks)),
    latestReviews(client, space.id),
    reviewCounts(client, space.id),
    spaceExtras(client, space.id),
    similarSpaces(client, space.id),
  ])
  const path = paths.space(space)
  return {
    space,
    host,
    /** The languages that the host speaks, named in English. */
    languages: (host?.languages ?? []).map(languageName),
    taken,
    reviews,
    ratings,
    extras,
    similar,
    renderedAt,
    thisWeek,
    /** The first of the next seven days that has a free hour; null if none has. */
    firstDay: firstFreeDay(today, 7, { timeZone: space.time_zone, taken, now: renderedAt }),
    path,
    structured: structuredSpace(space, `${publicEnvironment().siteUrl}${path}`, reviews),
  }
}
