import { saveFile } from './save-file.ts'

/** Returns CSV as a file in which Excel shows letters with accents correctly. */
export function csvFile(csv: BlobPart): Blob {
  // Without a byte order mark, Excel would read the UTF-8 text as Windows-1252.
  return new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' })
}

export const saveCsv = (csv: string, name: string) => saveFile(csvFile(csv), name)
