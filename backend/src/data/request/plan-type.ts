const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const

/** What a request for a plan asks `explain` for. */
export type PlanRequest = {
  format: 'json' | 'text'
  options: readonly (typeof planOptions)[number][]
  /** The media type whose statement is meant. */
  forType: string
  contentType: string
}

/** Parses `application/vnd.pgrst.plan+json; for="…"; options=analyze|…`; null for other types. */
export function parsePlanType(
  type: string,
  parameters: ReadonlyMap<string, string>,
): PlanRequest | null {
  const [matched, format = 'text'] =
    /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type) ?? []
  if (!matched || (format !== 'json' && format !== 'text')) return null
  const asked = (parameters.get('options') ?? '').split('|')
  const options = planOptions.filter((option) => asked.includes(option))
  const forType = parameters.get('for') ?? 'application/json'
  const listed = options.length > 0 ? ` options=${options.join('|')};` : ''
  const contentType = `application/vnd.pgrst.plan+${format}; for="${forType}";${listed} charset=utf-8`
  return { format, options, forType, contentType }
}
