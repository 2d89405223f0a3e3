import { DOMParser } from '@xmldom/xmldom'

export const names = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

/** Error for XML that is malformed or uses constructs that SAML does not need. */
export class XmlError extends Error {}

const elementNode = 1

const commentNode = 8

/**
 * Parses XML. Throws XmlError for malformed XML, document types, CDATA and processing instructions.
 */
export function parseXml(text: string): Element {
  if (/<!(?!--)/.test(text)) throw new XmlError('document types and CDATA are not supported')
  if (/<\?/.test(text.replace(/^\s*<\?xml\s[^?]*\?>/, ''))) {
    throw new XmlError('processing instructions are not supported')
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
    throw cause instanceof XmlError ? cause : new XmlError('malformed XML')
  }
  throw new XmlError('empty XML')
}

export function children(parent: Node): Element[] {
  return Array.from(parent.childNodes).filter(
    (node): node is Element => node.nodeType === elementNode,
  )
}

export function childrenNamed(parent: Node, namespace: string, name: string): Element[] {
  return children(parent).filter((element) => isNamed(element, namespace, name))
}

/** Returns the only child with this name, or undefined. Throws XmlError if there are several. */
export function onlyChild(parent: Node, namespace: string, name: string): Element | undefined {
  const found = childrenNamed(parent, namespace, name)
  if (found.length > 1) throw new XmlError(`${name} occurs more than once`)
  return found[0]
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name
}

export function elementsOf(root: Element): Element[] {
  return [root, ...children(root).flatMap(elementsOf)]
}

export function hasComments(node: Node): boolean {
  if (node.nodeType === commentNode) return true
  return Array.from(node.childNodes ?? []).some(hasComments)
}

/** Returns the trimmed text of an element, excluding XML comments, or undefined if it is empty. */
export function textOf(element: Element | undefined): string | undefined {
  return element?.textContent?.trim() || undefined
}

export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element?.getAttribute(name) || undefined
}
