import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ title: 'Address copied', tone: 'success' })
    } catch {
      showToast({
        title: 'The address could not be copied',
        description: 'Select the text and copy it yourself.',
        tone: 'error',
      })
    }
  }
  return (
    <Button size="small" variant="secondary" onPress={() => void copy()}>
      <Copy aria-hidden className="size-4" />
      {label}
    </Button>
  )
}
