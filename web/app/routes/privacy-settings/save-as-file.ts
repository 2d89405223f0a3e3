/** Hands the browser a JSON document to save under a name. */
export function saveAsFile(name: string, content: unknown): void {
  const blob = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it once this turn is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
