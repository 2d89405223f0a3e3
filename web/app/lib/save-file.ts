export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revokes the object URL only after the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
