import type { Job } from '#web/data/admin-jobs.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats seconds in the largest whole unit, such as '3 minutes'. */
function inWords(seconds: number): string {
  const [name, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
  const count = Math.floor(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** Formats how long ago an instant was, such as '3 minutes ago'. */
export function ageText(at: string, now: Date): string {
  const seconds = (now.getTime() - new Date(at).getTime()) / 1000
  return seconds < 60 ? 'Just now' : `${inWords(seconds)} ago`
}

/** Formats the interval of a job, such as 'Every 20 seconds'. */
export function intervalText(seconds: number): string {
  return `Every ${inWords(seconds).replace(/^1 /, '')}`
}

/** Formats the duration of a job's last run, such as '1.2 s'; null until a run has finished. */
export function durationText({
  started_at,
  finished_at,
}: Pick<Job, 'started_at' | 'finished_at'>): string | null {
  if (!started_at || !finished_at) return null
  const ms = Math.max(0, new Date(finished_at).getTime() - new Date(started_at).getTime())
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
