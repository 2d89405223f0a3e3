import { DOMParser } from '@xmldom/xmldom'

export const names = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

/** Thrown for XML that is damaged, or has parts no SAML message needs. */
export class XmlError extends Error {}

const elementNode = 1

const commentNode = 8

/**
 * Parses what somebody sent. Document types, and with them entities of any kind, CDATA sections and
 * processing instructions are refused before the parser sees them. Throws XmlError.
 */
export function parseXml(text: string): Element {
  if (/<!(?!--)/.test(text)) throw new XmlError('XML with a document type or CDATA is not taken')
  if (/<\?/.test(text.replace(/^\s*<\?xml\s[^?]*\?>/, ''))) {
    throw new XmlError('XML with processing instructions is not taken')
  }
  const refuse = (message: string) => {
    throw new XmlError(message)
  }
  const parser = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  })
  try {
    const root = parser.parseFromString(text, 'text/xml').documentElement
    if (root) return root
  } catch (cause) {
    throw cause instanceof XmlError ? cause : new XmlError('XML is damaged')
  }
  throw new XmlError('XML is empty')
}

/** The elements directly below one. */
export function children(parent: Node): Element[] {
  return Array.from(parent.childNodes).filter(
    (node): node is Element => node.nodeType === elementNode,
  )
}

/** Those of them with this name. */
export function childrenNamed(parent: Node, namespace: string, name: string): Element[] {
  return children(parent).filter((element) => isNamed(element, namespace, name))
}

/** The only one of them; undefined when there is none. Throws XmlError when there are several. */
export function onlyChild(parent: Node, namespace: string, name: string): Element | undefined {
  const found = childrenNamed(parent, namespace, name)
  if (found.length > 1) throw new XmlError(`${name} is there more than once`)
  return found[0]
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name
}

/** Every element from `root` down, itself included. */
export function elementsOf(root: Element): Element[] {
  return [root, ...children(root).flatMap(elementsOf)]
}

export function hasComments(node: Node): boolean {
  if (node.nodeType === commentNode) return true
  return Array.from(node.childNodes ?? []).some(hasComments)
}

/** The whole text of an element, whatever comments stand within it; undefined when it is empty. */
export function textOf(element: Element | undefined): string | undefined {
  return element?.textContent?.trim() || undefined
}

/** An attribute without namespace; undefined when it is missing or empty. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.getAttribute(name) || undefined
}
