import { recentList } from '#web/lib/recent-list.ts'

const searches = recentList('hourspace-recent-searches', 5)

export const recentSearches = searches.read

export function rememberSearch(text: string): void {
  const typed = text.trim()
  if (typed.length >= 2) searches.add(typed)
}

export function forgetSearch(text: string): string[] {
  searches.remove(text)
  return searches.read()
}
