import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonLook } from './button-styles.ts'
import { FileInput } from './file-input.tsx'

/** A button that asks for one file. */
export function FileButton(
  props: ButtonLook & {
    children: ReactNode
    /** MIME types, as `image/jpeg` or `image/*`. */
    accept: readonly string[]
    /** The file as given; whether it is accepted is the caller's to check. */
    onFile: (file: File) => void
    'aria-describedby'?: string
  },
) {
  const { accept, onFile, ...button } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onPress={() => input.current?.click()} />
      <FileInput ref={input} accept={accept} onFiles={([file]) => file && onFile(file)} />
    </>
  )
}
