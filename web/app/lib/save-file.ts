export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Waits before revoking the object URL, because the browser starts the download asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
