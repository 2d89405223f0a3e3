/** What the platform wants to grow by from month to month, in percent (spec, section 2). */
const targetPercentage = 12.5

/** Growth as people read it: '+50%', '−3.2%'; a dash when there is nothing to compare with. */
export function growthText(percentage: number | null): string {
  if (percentage === null) return '–'
  const sign = percentage > 0 ? '+' : percentage < 0 ? '−' : ''
  return `${sign}${Math.abs(percentage).toLocaleString('en-US')}%`
}

/** The target beside the real figure. */
export const growthTarget = `Target: ${targetPercentage}% a month`
