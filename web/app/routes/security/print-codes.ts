/** Prints the codes alone, on a sheet of their own. */
export function printCodes(codes: readonly string[]): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const sheet = frame.contentDocument
  const view = frame.contentWindow
  if (!sheet || !view) return
  const title = sheet.createElement('h1')
  title.textContent = 'Hourspace recovery codes'
  const list = sheet.createElement('pre')
  list.style.font = '16px/2 monospace'
  list.textContent = codes.join('\n')
  sheet.body.append(title, list)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
