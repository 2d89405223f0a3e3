import { recentList } from '#web/lib/recent-list.ts'

export const recentSpaces = recentList('hourspace-recent-spaces', 6)
