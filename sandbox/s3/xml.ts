export class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** XML elements by name. An array stands for several elements with the same name. */
type Elements = { [name: string]: string | number | boolean | Elements | Elements[] }

export function xml(root: string, elements: Elements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, elements)}`
}

function element(name: string, value: Elements[string]): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('')
  const content =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([child, of]) => element(child, of))
          .join('')
      : escape(String(value))
  return `<${name}>${content}</${name}>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

export function textsOf(document: string, name: string): string[] {
  return [...document.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) =>
    (text ?? '')
      .replace(/&#(\d+);|&#x([0-9a-f]+);/gi, (_, decimal?: string, hex?: string) =>
        String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)),
      )
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}
