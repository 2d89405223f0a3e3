/** The kinds of résumé that are taken, by what is in the file: its name and type are only claims. */
export const resumeKinds = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const

export type ResumeKind = keyof typeof resumeKinds

export const largestResumeBytes = 5 * 1024 * 1024

/** What a file is, or null when it is nothing we take. A Word file with macros is not taken. */
export function kindOf(bytes: Uint8Array): ResumeKind | null {
  const head = latin1(bytes.subarray(0, 1024))
  // Readers of PDF allow some bytes before the mark.
  if (head.includes('%PDF-')) return 'pdf'
  if (!head.startsWith('PK\u0003\u0004')) return null
  // An OpenDocument file begins with its own type, uncompressed.
  if (head.startsWith(`mimetype${resumeKinds.odt}`, 30)) return 'odt'
  const names = entryNames(bytes)
  const isWord = names.has('[Content_Types].xml') && names.has('word/document.xml')
  return isWord && !names.has('word/vbaProject.bin') ? 'docx' : null
}

/** Names that tell a kind are shorter. */
const longestName = 64

/**
 * Names in a ZIP archive's central directory, long ones left out: a file made for it could claim
 * many times its own size in names.
 */
function entryNames(bytes: Uint8Array): Set<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names = new Set<string>()
  for (let at = 0; at + 46 <= bytes.length; at += 1) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== 0x02014b50) continue
    const length = view.getUint16(at + 28, true)
    if (length <= longestName) names.add(latin1(bytes.subarray(at + 46, at + 46 + length)))
  }
  return names
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

/** A name that is safe in a header and on a disk, ending as its content says. */
export function safeName(given: string, kind: ResumeKind): string {
  const base = given
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '')
    .trim()
    .slice(0, 100)
  return `${base || 'resume'}.${kind}`
}
