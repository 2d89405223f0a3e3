/** Returns whether a space can be booked, and the label and color of its badge. */
export function availabilityOf(space: { available: boolean; status: string }): {
  isBookable: boolean
  label: string
  tone: 'success' | 'caution' | 'danger'
} {
  if (!space.available) return { isBookable: false, label: 'Unavailable', tone: 'danger' }
  if (space.status === 'rented')
    return { isBookable: false, label: 'Currently Rented', tone: 'danger' }
  if (space.status === 'maintenance')
    return { isBookable: false, label: 'Under Maintenance', tone: 'caution' }
  return { isBookable: true, label: 'Available', tone: 'success' }
}
