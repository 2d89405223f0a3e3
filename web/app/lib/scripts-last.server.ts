const preload = 'rel="modulepreload"'

/**
 * Passes a page's HTML on with its scripts in the second row: fonts and the first picture are fetched
 * before them, for the page can be read before it can be pressed. The head is passed on as a whole.
 */
export function scriptsLast(): TransformStream<Uint8Array, Uint8Array> {
  let head: string | undefined = ''
  // Byte by byte: a chunk may end within a character.
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  return new TransformStream({
    transform(chunk, controller) {
      if (head === undefined) return controller.enqueue(chunk)
      head += Buffer.from(chunk).toString('latin1')
      if (!head.includes('</head>')) return
      controller.enqueue(bytes(head.replaceAll(preload, `${preload} fetchpriority="low"`)))
      head = undefined
    },
    flush(controller) {
      if (head) controller.enqueue(bytes(head))
    },
  })
}
