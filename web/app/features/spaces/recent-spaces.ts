import { recentList } from '#web/lib/recent-list.ts'

/** Ids of the spaces that were last opened in this browser. */
export const recentSpaces = recentList('hourspace-recent-spaces', 6)
