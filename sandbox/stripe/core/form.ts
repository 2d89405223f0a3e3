type FormValue = string | FormValue[] | FormRecord
export type FormRecord = { [key: string]: FormValue }

/** Decodes a form with brackets: `a[b]=1` is a nested record, `a[0]=1` and `a[]=1` are lists. */
export function decodeForm(encoded: string): FormRecord {
  const root = record()
  for (const [name, value] of new URLSearchParams(encoded)) assign(root, path(name), value)
  return listsIn(root) as FormRecord
}

// The record has no prototype, so that a parameter named `__proto__` is harmless.
function record(): FormRecord {
  return Object.create(null) as FormRecord
}

function path(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket < 1) return [name]
  const inner = [...name.slice(bracket).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')
  return [name.slice(0, bracket), ...inner]
}

function assign(root: FormRecord, [first = '', ...rest]: string[], value: string): void {
  let target = root
  let key = first
  for (const next of rest) {
    const existing = target[key]
    const child = typeof existing === 'object' ? (existing as FormRecord) : record()
    target[key] = child
    target = child
    key = next === '' ? String(Object.keys(child).length) : next
  }
  target[key] = value
}

function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, listsIn(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isList
    ? entries.map(([, inner]) => inner)
    : Object.assign(record(), Object.fromEntries(entries))
}
