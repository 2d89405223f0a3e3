const megabyte = 1024 * 1024

/** Largest file that is taken with an application, in bytes. */
const maximumResumeBytes = 5 * megabyte

/** What a file picker offers. */
export const resumeTypes = ['.pdf', '.docx', '.odt']

const kinds = 'PDF, Word (.docx) or OpenDocument (.odt)'

export const resumeHint = `${kinds}, at most ${maximumResumeBytes / megabyte} MB`

/** How the kinds begin: a PDF with its mark, the others as ZIP archives. */
const marks: Record<string, string> = {
  pdf: '%PDF-',
  docx: 'PK\u0003\u0004',
  odt: 'PK\u0003\u0004',
}

const choose = `Please choose a ${kinds} file of at most ${maximumResumeBytes / megabyte} MB.`

/** Why a file cannot go with an application, or null when it may. Reads its first bytes. */
export async function resumeProblem(file: File): Promise<string | null> {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const mark = marks[extension]
  if (!mark) return `${file.name} is of another kind. ${choose}`
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > maximumResumeBytes)
    return `${file.name} is larger than ${maximumResumeBytes / megabyte} MB.`
  // Readers of PDF allow some bytes before the mark.
  const head = await file.slice(0, 1024).text()
  const isThat = extension === 'pdf' ? head.includes(mark) : head.startsWith(mark)
  return isThat ? null : `${file.name} is no ${extension.toUpperCase()} file inside. ${choose}`
}
