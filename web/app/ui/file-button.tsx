import { useRef, type ReactNode, type Ref } from 'react'
import { Button } from './button.tsx'
import type { ButtonLook } from './button-styles.ts'

export function FileButton(
  props: ButtonLook & {
    children: ReactNode
    /** `accept` lists MIME types, such as `image/jpeg`. */
    accept: readonly string[]
    /** `onFile` receives the chosen file and must validate its type and size. */
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

export function FileInput(props: {
  ref: Ref<HTMLInputElement>
  accept: readonly string[]
  multiple?: boolean
  onFiles: (files: File[]) => void
}) {
  const { ref, accept, multiple, onFiles } = props
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept.join(',')}
      multiple={multiple}
      onChange={({ currentTarget: input }) => {
        const files = [...(input.files ?? [])]
        // Resets the input, so that choosing the same file again fires a change event.
        input.value = ''
        onFiles(files)
      }}
    />
  )
}
