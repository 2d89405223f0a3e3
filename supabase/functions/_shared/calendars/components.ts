import { failure } from '#functions/_shared/errors.ts'

export type Property = { name: string; parameters: ReadonlyMap<string, string>; value: string }

export type Component = { name: string; properties: Property[]; children: Component[] }

const line = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s
const parameter = /;([\w-]+)=("[^"]*"|[^";:,]*)/g

/**
 * Parses an iCalendar file (RFC 5545) to VCALENDAR components. Throws feed_not_calendar for a
 * truncated file, so that its missing events are not treated as deleted.
 */
export function readCalendars(text: string): Component[] {
  const root: Component = { name: '', properties: [], children: [] }
  const open = [root]
  for (const unfolded of text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)) {
    const property = propertyOf(unfolded)
    const current = open.at(-1)
    if (!property || !current) continue
    if (property.name === 'BEGIN') {
      const child = { name: property.value.trim().toUpperCase(), properties: [], children: [] }
      current.children.push(child)
      open.push(child)
    } else if (property.name === 'END') {
      if (open.pop()?.name !== property.value.trim().toUpperCase())
        throw failure('feed_not_calendar')
    } else {
      current.properties.push(property)
    }
  }
  const calendars = root.children.filter(({ name }) => name === 'VCALENDAR')
  if (open.length !== 1 || calendars.length === 0) throw failure('feed_not_calendar')
  return calendars
}

function propertyOf(text: string): Property | null {
  const [, name = '', parameters = '', value = ''] = line.exec(text) ?? []
  if (!name) return null
  const entries = [...parameters.matchAll(parameter)].map(
    ([, key = '', given = '']) => [key.toUpperCase(), given.replaceAll('"', '')] as const,
  )
  return { name: name.toUpperCase(), parameters: new Map(entries), value }
}

export function propertyNamed(component: Component, name: string): Property | undefined {
  return component.properties.find((property) => property.name === name)
}

/** Unescapes iCalendar text. Removes or replaces characters that PostgreSQL cannot store. */
export function textOf(property: Property | undefined): string {
  return (property?.value ?? '')
    .replaceAll(/\\([nN;,\\])/g, (_, char: string) => (/n/i.test(char) ? ' ' : char))
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
}
