import { saveFile } from './save-file.ts'

/** Saves CSV as a file that Excel opens with its accents. */
export function saveCsv(csv: string, name: string): void {
  // Without a byte order mark, Excel would read the UTF-8 text as Windows-1252.
  saveFile(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }), name)
}
