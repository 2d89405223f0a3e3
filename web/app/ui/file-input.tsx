import type { Ref } from 'react'

/** The browser's own way to choose files, out of sight: a button clicks it. */
export function FileInput(props: {
  ref: Ref<HTMLInputElement>
  /** MIME types, as `image/jpeg` or `image/*`. */
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
        // Emptied, it tells of the same file again.
        input.value = ''
        onFiles(files)
      }}
    />
  )
}
