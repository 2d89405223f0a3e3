/**
 * Default opening hours: the first and last hour (local time) at which a booking may start, on
 * weekdays for which the host has set no opening hours.
 */
export const firstBookableHour = 9
export const lastBookableHour = 21

export const bookableHours = Array.from(
  { length: lastBookableHour - firstBookableHour + 1 },
  (_, index) => firstBookableHour + index,
)

export const minimumHours = 1
export const maximumHours = 24

export const timeOfHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`
