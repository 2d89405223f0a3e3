/**
 * Durations in milliseconds. Modules that public pages load first define these numbers themselves,
 * because importing this small file would add more JavaScript than it saves.
 */
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** Returns the hours between two instants, for example between the start and end of a booking. */
export function hoursBetween(start: Date | string, end: Date | string): number {
  return (new Date(end).getTime() - new Date(start).getTime()) / hourMs
}
