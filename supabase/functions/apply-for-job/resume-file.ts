/**
 * Accepted file types of résumés. The type is detected from the content, because the file's name
 * and MIME type can be wrong.
 */
export const resumeKinds = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const

type ResumeKind = keyof typeof resumeKinds

export const maxResumeBytes = 5 * 1024 * 1024

/**
 * Returns the type of a résumé file. Returns null for a file of another type and for a Word file
 * with macros.
 */
export function resumeKindOf(bytes: Uint8Array): ResumeKind | null {
  const head = latin1(bytes.subarray(0, 1024))
  // PDF readers accept up to 1024 bytes before the header `%PDF-`.
  if (head.includes('%PDF-')) return 'pdf'
  if (!head.startsWith('PK\u0003\u0004')) return null
  // The first entry of an OpenDocument archive is its MIME type, uncompressed.
  if (head.startsWith(`mimetype${resumeKinds.odt}`, 30)) return 'odt'
  const names = entryNames(bytes)
  const isWord = names.has('[Content_Types].xml') && names.has('word/document.xml')
  return isWord && !names.has('word/vbaProject.bin') ? 'docx' : null
}

const maxNameLength = 64

/**
 * Returns the entry names of a ZIP archive. Skips long names: in a malicious archive, overlapping
 * entries with long names could use far more memory than the size of the file.
 */
function entryNames(bytes: Uint8Array): Set<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names = new Set<string>()
  for (let at = 0; at + 46 <= bytes.length; at += 1) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== 0x02014b50) continue
    const length = view.getUint16(at + 28, true)
    if (length <= maxNameLength) names.add(latin1(bytes.subarray(at + 46, at + 46 + length)))
  }
  return names
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

/**
 * Returns a file name that is safe in HTTP headers and on disk, with the extension of the file's
 * type.
 */
export function safeName(given: string, kind: ResumeKind): string {
  const base = given
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '')
    .trim()
    .slice(0, 100)
  return `${base || 'resume'}.${kind}`
}
